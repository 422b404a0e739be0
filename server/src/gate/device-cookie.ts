import { randomBytes } from 'node:crypto';
import { parseCookies } from 'better-auth/cookies';

const NAME = 'openbenefits.device';
const SECONDS = 180 * 24 * 60 * 60;

/**
 * Returns the device cookie of a browser that signed in before. It grants no access, only a separate count of attempts.
 */
export const deviceOf = (headers: Headers): string | undefined =>
  parseCookies(headers.get('cookie') ?? '')
    .get(NAME)
    ?.slice(0, 100);

export const newDevice = (): string => randomBytes(24).toString('base64url');

export const deviceCookie = (device: string, secure: boolean): string =>
  `${NAME}=${device}; Path=/; Max-Age=${SECONDS}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
