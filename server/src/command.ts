import { Refusal, refuseIfAny } from '@openbenefits/domain/refusal';
import { UNSTORABLE_TEXT, unstorablePaths } from '@openbenefits/domain/storable-text';
import { type Actor, actorIn, authorize } from './policy/actor.ts';
import type { Action, Operation } from './policy/policy.ts';
import { markReplayed, requireConsulted } from './approvals/consulted.ts';
import { appendLastAudit, type AuditEntry } from './audit.ts';
import { committed } from './db/after-commit.ts';
import { inTenant, inTenantAs, isDatabaseAway, isLockConflict, type Tx } from './db/connect.ts';
import { claimKey, keepAnswer } from './idempotency-keys.ts';
import type { RequestContext, Services } from './request-context.ts';
import type { WorkWith } from './work.ts';

export type Work = WorkWith<Services>;

type Call<I> = { input: I; context: RequestContext; path: readonly string[] };

/** Thrown if the caller is not signed in; the page shows the gate. */
export class SignedOut extends Error {}

/**
 * Returns the user behind the request if the policy permits `action`. A rejection is written to the audit log before it
 * is thrown. Throws SignedOut without a session. Used by contract operations and other routes (uploads, downloads).
 */
export async function admit(context: RequestContext, action: Action): Promise<Actor> {
  const person = await context.person();
  if (!person) throw new SignedOut();
  const actor = actorIn(person, action);
  try {
    authorize(person, action);
  } catch (refusal) {
    await auditRefusal(context, actor, action);
    throw refusal;
  }
  return actor;
}

/** Uses its own transaction: the rejected action rolls back, the record of the attempt does not. */
async function auditRefusal(
  { services, requestId }: RequestContext,
  actor: Actor,
  action: string,
  note: Partial<AuditEntry> = {},
): Promise<void> {
  await inTenant(services.db, actor.tenantId, (tx) =>
    appendLastAudit(tx, {
      at: services.clock.now(),
      actorId: actor.id,
      actorName: actor.name,
      action,
      requestId,
      ...note,
      outcome: 'refused',
    }),
  );
}

/** Audits rejections by an operation for lack of permission; form errors are not audited. */
const isDenial = (error: unknown): error is Refusal =>
  error instanceof Refusal && (error.code === 'forbidden' || error.code === 'limit');

/** The request's wrapper object is not part of field names on the page. */
const OF_FORM = /^(setup|form|values|changes)\./;

async function prepare(call: Call<unknown>): Promise<{ actor: Actor; operation: Operation }> {
  const operation = call.path.join('.') as Operation;
  const actor = await admit(call.context, operation);
  // A single sign of that kind, as a page pastes it from elsewhere, would be a fault of the database.
  refuseIfAny(
    unstorablePaths(call.input).map((path) => ({ path: path.replace(OF_FORM, ''), message: UNSTORABLE_TEXT })),
  );
  return { operation, actor };
}

function workOf(
  tx: Tx,
  actor: Actor,
  context: RequestContext,
  note: Partial<AuditEntry>,
  beside: (() => Promise<void>)[],
): Work {
  const { services, requestId } = context;
  return {
    tx,
    actor,
    services,
    requestId,
    now: services.clock.now(),
    today: services.clock.today(),
    note: (more) => Object.assign(note, more),
    onRollback: (applyUndo) => void beside.push(applyUndo),
  };
}

/** How often a write is started that the database ends because of another transaction. */
const TRIES = 3;

/**
 * Runs a transaction again where nothing of it is there and its turn may have come: the wait for the other's locks is
 * the pause between.
 */
async function inTurn<O>(transact: () => Promise<O>): Promise<O> {
  for (let tries = 1; ; tries++) {
    try {
      return await transact();
    } catch (error) {
      if (tries === TRIES || !isLockConflict(error)) throw error;
    }
  }
}

/**
 * Returns the transaction of a write with its audit entry, for code outside contract operations (uploads, downloads)
 * that has checked permissions itself.
 */
export function perform<O>(
  context: RequestContext,
  actor: Actor,
  action: string,
  operate: (work: Work) => Promise<O>,
): Promise<O> {
  const note: Partial<AuditEntry> = {};
  let last: Tx | undefined;
  const done = inTurn(async () => {
    const beside: (() => Promise<void>)[] = [];
    try {
      return await inTenantAs(context.services.db, actor, async (tx) => {
        last = tx;
        const work = workOf(tx, actor, context, note, beside);
        const answer = await operate(work);
        requireConsulted(tx, action);
        await appendLastAudit(tx, {
          at: work.now,
          actorId: actor.id,
          actorName: actor.name,
          action,
          outcome: 'done',
          requestId: context.requestId,
          ...note,
        });
        return answer;
      });
    } catch (error) {
      // If the connection failed, the commit may have succeeded: keep a file too many rather than too few.
      if (!isDatabaseAway(error)) await Promise.allSettled(beside.map((applyUndo) => applyUndo()));
      throw error;
    }
  });
  return done.then(
    (answer) => {
      if (last) committed(last);
      return answer;
    },
    async (error: unknown) => {
      if (isDenial(error)) await auditRefusal(context, actor, action, note);
      throw error;
    },
  );
}

/**
 * Wraps every write: authenticate, authorize, BEGIN with the tenant, idempotency key, operation, audit entry (last),
 * COMMIT (decisions/0005-one-request-one-way.md).
 */
export function command<I, O>(operate: (work: Work, input: I) => Promise<O>) {
  return async (call: Call<I & { idempotencyKey?: string | undefined }>): Promise<O> => {
    const { actor, operation } = await prepare(call);
    const { idempotencyKey, ...rest } = call.input;
    return perform(call.context, actor, operation, async (work) => {
      if (!idempotencyKey) return operate(work, call.input);
      const { tx } = work;
      const claim = { actorId: actor.id, key: idempotencyKey, operation, input: rest, now: work.now };
      const before = await claimKey(tx, claim);
      if (before) {
        markReplayed(tx);
        call.context.resHeaders?.set('idempotent-replay', 'true');
        return before.answer as O;
      }
      const answer = await operate(work, call.input);
      await keepAnswer(tx, claim, answer);
      return answer;
    });
  };
}

/**
 * Wraps every read: authenticate, authorize, read, and an audit entry if the query read protected data. The entry is in
 * the same transaction, so no protected data is returned without it.
 */
export function query<I, O>(read: (work: Work, input: I) => Promise<O>) {
  return async (call: Call<I>): Promise<O> => {
    const { actor, operation } = await prepare(call);
    const note: Partial<AuditEntry> = {};
    const reading = inTenantAs(call.context.services.db, actor, async (tx) => {
      const work = workOf(tx, actor, call.context, note, []);
      const answer = await read(work, call.input);
      if (note.fields) {
        await appendLastAudit(tx, {
          at: work.now,
          actorId: actor.id,
          actorName: actor.name,
          action: operation,
          outcome: 'read',
          requestId: call.context.requestId,
          ...note,
        });
      }
      return answer;
    });
    return reading.catch(async (error: unknown) => {
      if (isDenial(error)) await auditRefusal(call.context, actor, operation, note);
      throw error;
    });
  };
}
