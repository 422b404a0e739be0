/** Returns the nonce of this response, for the few style elements that libraries add; vite writes the meta element. */
export function styleNonce(): string {
  const meta = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]');
  return meta?.nonce || meta?.getAttribute('nonce') || '';
}

/** The scroll lock of dialogs adds a style element and reads its nonce under this name. */
export function provideNonce(): void {
  Reflect.set(globalThis, '__webpack_nonce__', styleNonce());
}
