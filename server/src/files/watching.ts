import { setTimeout as sleep } from 'node:timers/promises';
import { SignedOut } from '../command.ts';
import { isDatabaseAway } from '../db/connect.ts';
import { toContractError } from '../failures.ts';
import type { RequestContext, Services } from '../request-context.ts';
import type { SessionPerson } from '../sessions/live-session.ts';

const GLANCE_MS = 1000;

type Watch<I> = { input: I; context: RequestContext; path: readonly string[]; signal?: AbortSignal | undefined };

/** Streams that read the same within this time share one read. */
const SHARED_MS = 500;

/**
 * Shares reads by key for a short time: many windows of a person cost the database as much as one. A `fresh` read is
 * made in any case, and shared with those that follow: what a stream shows first is as it is now.
 */
function sharedReads<T>(): (services: Services, key: string, read: () => Promise<T>, fresh?: boolean) => Promise<T> {
  const shared = new WeakMap<Services, Map<string, Promise<T>>>();
  return (services, key, read, fresh = false) => {
    const reads = shared.get(services) ?? new Map<string, Promise<T>>();
    shared.set(services, reads);
    const known = reads.get(key);
    if (known && !fresh) return known;
    const made = read();
    reads.set(key, made);
    const forget = (): void => {
      if (reads.get(key) === made) reads.delete(key);
    };
    made.then(() => setTimeout(forget, SHARED_MS).unref(), forget);
    return made;
  };
}

const sharedPersons = sharedReads<SessionPerson | null>();

/** Shares a look between the streams of one person, as long as the role is the same. */
function sharedByPerson<I, O>(look: (call: Watch<I>) => Promise<O>): (call: Watch<I>, fresh?: boolean) => Promise<O> {
  const looks = sharedReads<O>();
  return async (call, fresh) => {
    const person = await call.context.person();
    if (!person) return look(call);
    const key = JSON.stringify([
      person.tenantId,
      person.id,
      [...person.permissions],
      person.assignedGroupsOnly,
      call.input,
    ]);
    return looks(call.context.services, key, () => look(call), fresh);
  };
}

/**
 * What `look` sees, each time it is another than before; `everyMs` says how long to wait for the next look. Who may not
 * see it is refused before the stream begins, and a session that ends or a role that changes ends the stream, in words.
 * Streams of one person share a look, and those of one session its lookup, for half a second. While the database is
 * away nothing is told, and the stream goes on with it. Where a look costs much, so that it is seldom taken, a `glance`
 * says each second whether another is wanted.
 */
export function watching<I, O>(
  look: (call: Watch<I>) => Promise<O>,
  everyMs: (seen: O, looks: number) => number,
  glance?: (call: Watch<I>) => Promise<string>,
): (call: Watch<I>) => Promise<AsyncGenerator<O, void, void>> {
  const lookOnce = sharedByPerson(look);
  // A look that a glance has asked for must not be older than the glance.
  const lookAgain = (call: Watch<I>): Promise<O> => lookOnce(call, glance !== undefined);
  async function* changes(call: Watch<I>, first: O): AsyncGenerator<O, void, void> {
    const { services, headers, requestId } = call.context;
    const ended = AbortSignal.any([services.stopping, ...(call.signal ? [call.signal] : [])]);
    const woken = AbortSignal.any([ended, call.context.sessionEnded]);
    const find = async () => (await services.sessions.find(headers, { use: false }))?.person ?? null;
    const person = () => sharedPersons(services, headers.get('cookie') ?? '', find);
    const afresh = { ...call, context: { ...call.context, person } };
    const readAfter = <T>(read: (call: Watch<I>) => Promise<T>, seen: T): Promise<T> =>
      read(afresh).catch((error: unknown) => {
        if (isDatabaseAway(error)) return seen;
        throw toContractError(error, services.log, requestId);
      });
    let glanced = '';
    // The first glance has none before it, so a look follows: what came between the two is not missed.
    const wait = async (ms: number): Promise<void> => {
      for (let left = ms; left > 0; left -= GLANCE_MS) {
        await sleep(Math.min(left, GLANCE_MS), undefined, { signal: woken }).catch(() => undefined);
        if (woken.aborted) return;
        if (!glance || left <= GLANCE_MS) continue;
        const now = await readAfter(glance, glanced);
        if (now === glanced) continue;
        glanced = now;
        return;
      }
    };
    let shown = '';
    let looks = 0;
    for (let seen = first; ; seen = await readAfter(lookAgain, seen)) {
      const text = JSON.stringify(seen);
      if (text !== shown) yield seen;
      shown = text;
      await wait(everyMs(seen, looks++));
      if (ended.aborted) return;
      if (call.context.sessionEnded.aborted) throw toContractError(new SignedOut(), services.log, requestId);
    }
  }
  return async (call) => changes(call, await lookOnce(call, true));
}
