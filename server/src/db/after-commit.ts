import type { Tx } from './connect.ts';

const effects = new WeakMap<Tx, (() => void)[]>();

/**
 * Runs once the transaction is committed by a command: wakes a worker, sends what waits. Nothing runs where it is
 * rolled back.
 */
export function afterCommit(tx: Tx, effect: () => void): void {
  const list = effects.get(tx);
  if (list) list.push(effect);
  else effects.set(tx, [effect]);
}

/** Called by the command after its commit. */
export function committed(tx: Tx): void {
  for (const effect of effects.get(tx) ?? []) effect();
}
