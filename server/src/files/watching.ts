import { setTimeout as sleep } from 'node:timers/promises';
import { isDatabaseAway } from '../db/connect.ts';
import { toContractError } from '../failures.ts';
import type { RequestContext } from '../request-context.ts';
import { personOf } from '../session.ts';

type Watch<I> = { input: I; context: RequestContext; path: readonly string[]; signal?: AbortSignal | undefined };

/**
 * What `look` sees, each time it is another than before; `everyMs` says how long to wait for the next look. Each look is a read of its own: who may not see it is
 * refused before the stream begins, and a session that ends or a role that changes ends the stream, in words. The session is looked up afresh each time. While the
 * database is away nothing is told, and the stream goes on with it.
 */
export function watching<I, O>(look: (call: Watch<I>) => Promise<O>, everyMs: (seen: O, looks: number) => number): (call: Watch<I>) => Promise<AsyncGenerator<O, void, void>> {
  async function* changes(call: Watch<I>, first: O): AsyncGenerator<O, void, void> {
    const { services, headers, requestId } = call.context;
    const ended = AbortSignal.any([services.stopping, ...(call.signal ? [call.signal] : [])]);
    const afresh = { ...call, context: { ...call.context, person: () => personOf(services.sessions, headers) } };
    const lookAfter = (seen: O): Promise<O> =>
      look(afresh).catch((error: unknown) => {
        if (isDatabaseAway(error)) return seen;
        throw toContractError(error, services.log, requestId);
      });
    let shown = '';
    let looks = 0;
    for (let seen = first; ; seen = await lookAfter(seen)) {
      const text = JSON.stringify(seen);
      if (text !== shown) yield seen;
      shown = text;
      await sleep(everyMs(seen, looks++), undefined, { signal: ended }).catch(() => undefined);
      if (ended.aborted) return;
    }
  }
  return async (call) => changes(call, await look(call));
}
