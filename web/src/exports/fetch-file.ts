import { ORPCError } from '@orpc/client';

/** How long a browser may take to start saving a file. */
const KEPT_MS = 60_000;

/** The name that the server gives its file. */
export function nameIn(disposition: string | null): string {
  const [, encoded] = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '') ?? [];
  if (encoded !== undefined) return decodeURIComponent(encoded);
  return /filename="([^"]*)"/i.exec(disposition ?? '')?.[1] ?? '';
}

/** Returns the server's error instead of a file, as from a procedure. */
export async function errorOf(answer: Response): Promise<Error> {
  const told = (await answer.json().catch(() => null)) as { code?: unknown; message?: unknown; data?: unknown } | null;
  const code = typeof told?.code === 'string' ? told.code : 'UNEXPECTED';
  return new ORPCError(code, {
    status: answer.status,
    message: typeof told?.message === 'string' ? told.message : '',
    data: told?.data,
  });
}

/**
 * Downloads a file from our server. A plain link reports no error if the file is gone, not permitted, or the server is
 * unavailable, so errors are thrown for the page to show. For large files see `save-file.ts`.
 */
export async function fetchFile(url: string): Promise<void> {
  const answer = await fetch(url);
  if (!answer.ok) throw await errorOf(answer);
  const link = document.createElement('a');
  link.href = URL.createObjectURL(await answer.blob());
  link.download = nameIn(answer.headers.get('content-disposition'));
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT_MS);
}
