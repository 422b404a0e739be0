import type { RequestContext } from '../request-context.ts';
import { deviceCookie, deviceOf, newDevice } from './device-cookie.ts';
import type { Attempt, Counted } from './sign-in-attempts.ts';

/**
 * Returns the headers with the new session's cookie; null if email and password do not match. Throws if the database
 * does not respond.
 */
export async function tryPassword(
  { services, headers }: RequestContext,
  body: { email: string; password: string },
): Promise<Headers | null> {
  try {
    return (await services.sessions.library.api.signInEmail({ body, headers, returnHeaders: true })).headers;
  } catch (error) {
    const { statusCode } = error as { statusCode?: number };
    if (statusCode !== undefined && statusCode < 500) return null;
    throw error;
  }
}

/**
 * After a right password: the browser's earlier session ends, its device is remembered, and the answer carries the new
 * cookies.
 */
export async function startSession(
  context: RequestContext,
  signedIn: { headers: Headers; attempt: Attempt & { userId: string }; counted: Counted },
): Promise<void> {
  const { services, headers, resHeaders } = context;
  const { sessions, attempts, config } = services;
  const earlier = await sessions.find(headers, { use: false });
  if (earlier) await sessions.end(earlier.id);
  const device = deviceOf(headers) ?? newDevice();
  await attempts.succeeded(signedIn.counted, { ...signedIn.attempt, device });
  for (const cookie of signedIn.headers.getSetCookie()) resHeaders?.append('set-cookie', cookie);
  resHeaders?.append('set-cookie', deviceCookie(device, config.PUBLIC_URL?.startsWith('https:') ?? false));
}
