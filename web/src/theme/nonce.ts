/** The nonce of this response, for the few style elements that libraries add; vite writes the meta element. */
export function styleNonce(): string {
  const meta = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]');
  return meta?.nonce || meta?.getAttribute('nonce') || '';
}

declare global {
  // The name that react-style-singleton (scroll lock of dialogs) reads.
  var __webpack_nonce__: string | undefined;
}

export function provideNonce(): void {
  globalThis.__webpack_nonce__ = styleNonce();
}
