import type { SentFile } from '@openbenefits/contract/rating-data';
import { LARGEST_RATE_FILE } from '@openbenefits/domain/plans/rate-file';

export const RATE_FILES = '.csv,.txt,.xlsx';
export const isTooLarge = (file: File): boolean => file.size > LARGEST_RATE_FILE;

/** The file as a request carries it. */
export async function sentFileOf(file: File): Promise<SentFile> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = '';
  for (let from = 0; from < bytes.length; from += 0x8000)
    text += String.fromCharCode(...bytes.subarray(from, from + 0x8000));
  return { name: file.name, base64: btoa(text) };
}

/** A file of a request, as one that was chosen on the page. */
export const fileOf = ({ name, base64 }: SentFile): File =>
  new File([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))], name);
