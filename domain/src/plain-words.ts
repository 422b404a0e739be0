/** Lower case letters and digits only: `EE + Child(ren)` is `eechildren`. So EE+SP and EE SP are the same word. */
export function wordsOf(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}
