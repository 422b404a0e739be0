/** How long a browser may take to start saving a file. */
const KEPT_MS = 60_000;

/** Lets the browser save bytes that came with an answer, in base64. */
export function saveBytes(name: string, type: string, base64: string): void {
  const bytes = Uint8Array.from(atob(base64), (sign) => sign.codePointAt(0) ?? 0);
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([bytes], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT_MS);
}
