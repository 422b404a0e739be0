import type { Permission } from '@openbenefits/domain/permissions';
import type { SessionUser } from '@openbenefits/contract/session';
import { t } from '@lingui/core/macro';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { api, orpc, whileSigningOut } from './api.ts';
import { PERMISSION_LABEL } from './domain-labels.ts';
import { isSignedOut } from './errors.ts';
import { onSignedOut, queryClient } from './query-client.ts';

/**
 * The flag of specification 1, section 4. It only records that the gate was passed; access needs the server's cookie.
 */
const FLAG = 'demo-authenticated';
const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('session');

const BROWSER_ZONE = new Intl.DateTimeFormat().resolvedOptions().timeZone;

export const sessionQuery = queryOptions({
  ...orpc.session.current.queryOptions(),
  staleTime: 60_000,
  gcTime: Infinity,
  refetchOnWindowFocus: true,
});

/** Tells the other tabs. */
function tell(word: 'unlocked' | 'signed-out'): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target origin, it stays on this one
  channel?.postMessage(word);
}

/** Increases with every sign-out, so that no data of earlier pages is kept. */
let epoch = 0;
const listeners = new Set<() => void>();

export function useSessionEpoch(): number {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => epoch,
  );
}

export function wasUnlockedHere(): boolean {
  try {
    return localStorage.getItem(FLAG) === 'true';
  } catch {
    return false;
  }
}

function setFlag(unlocked: boolean): void {
  try {
    if (unlocked) localStorage.setItem(FLAG, 'true');
    else localStorage.removeItem(FLAG);
  } catch {
    // Without storage the server's cookie still does its work.
  }
}

function setUser(user: SessionUser | null): void {
  queryClient.setQueryData(sessionQuery.queryKey, (before) => ({
    user,
    mode: before?.mode ?? 'demo',
    timeZone: before?.timeZone ?? BROWSER_ZONE,
  }));
}

/** Whose session has ended here without a sign-out. */
let ended: string | null = null;

/** Sends again harmless input that was not saved because the session ended, for the same user only. */
async function sendAgain(user: SessionUser): Promise<void> {
  const own = ended === user.id;
  ended = null;
  const unsent = queryClient
    .getMutationCache()
    .getAll()
    .filter(({ meta, state }) => meta?.again === true && isSignedOut(state.error));
  for (const one of unsent) {
    // One at a time, in their order: the last word on a box is the one that stays. What fails says so itself.
    if (own) await one.execute(one.state.variables).catch(() => undefined);
    else queryClient.getMutationCache().remove(one);
  }
}

async function open(asked: Promise<SessionUser>): Promise<SessionUser> {
  const before = queryClient.getQueryData(sessionQuery.queryKey);
  const user = await asked;
  setFlag(true);
  setUser(user);
  await sendAgain(user);
  // Queries that failed because the session ended run again.
  if (before) await queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey !== sessionQuery.queryKey });
  tell('unlocked');
  return user;
}

/** Returns the gate of the demo. */
export const unlock = (password: string): Promise<SessionUser> => open(api.session.unlock({ password }));

/** With an account of one's own. */
export const signIn = (email: string, password: string): Promise<SessionUser> =>
  open(api.session.signIn({ email, password }));

/** Demo mode: continues as a colleague, without the previous user's data. */
export async function switchColleague(id: string): Promise<void> {
  const user = await api.session.switchTo({ id });
  const before = queryClient.getQueryData(sessionQuery.queryKey);
  queryClient.clear();
  if (before) queryClient.setQueryData(sessionQuery.queryKey, before);
  setUser(user);
  tell('unlocked');
}

function forgetEverything(): void {
  setFlag(false);
  ended = null;
  const before = queryClient.getQueryData(sessionQuery.queryKey);
  queryClient.clear();
  // Which of the two ways in this server has does not end with the session.
  if (before) queryClient.setQueryData(sessionQuery.queryKey, before);
  setUser(null);
  epoch += 1;
  for (const listener of listeners) listener();
}

/** Ends the session on the server first: an error leaves the user signed in and is thrown. */
export async function signOut(): Promise<void> {
  await whileSigningOut(async () => {
    await api.session.signOut();
    forgetEverything();
  });
  tell('signed-out');
}

channel?.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  if (data === 'signed-out') forgetEverything();
  else void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
});

onSignedOut(() => {
  ended = queryClient.getQueryData(sessionQuery.queryKey)?.user?.id ?? ended;
  setUser(null);
});

/** The signed-in person; null while the gate shows or the answer is on its way. */
export function useUser(): SessionUser | null {
  return useQuery(sessionQuery).data?.user ?? null;
}

/** Returns why the user lacks a permission; undefined if they have it. */
export function useWhyNot(permission: Permission): string | undefined {
  const user = useUser();
  const name = PERMISSION_LABEL[permission];
  return user && !user.permissions.includes(permission)
    ? t`Your role does not include “${name}”. An administrator can grant it.`
    : undefined;
}

/** The organization's time zone, in which "today" is. */
export const organizationZone = (): string => queryClient.getQueryData(sessionQuery.queryKey)?.timeZone ?? BROWSER_ZONE;
