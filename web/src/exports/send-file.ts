import { errorOf } from './fetch-file.ts';

/** Sends the bytes of a file to our server; throws the server's error. Its name travels in a header, not in an address. */
export async function sendFile(url: string, file: File): Promise<void> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream', 'x-file-name': encodeURIComponent(file.name) },
    body: file,
  });
  if (!answer.ok) throw await errorOf(answer);
}
