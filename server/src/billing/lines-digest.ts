import { createHash } from 'node:crypto';
import type { DraftLine } from './bill-comparison.ts';

/**
 * The SHA-256 of a bill's lines: line, plan, tier, month, kind, cents and employer's cents, each with the subscribers who
 * have it, all in one order. Two calculations that bill the same have the same digest, which no ID of a bill and no
 * instant is part of.
 */
export function linesDigest(lines: readonly DraftLine[]): string {
  const alike = Map.groupBy(lines, ({ line, planId, price, month, kind, cents, employer }) =>
    [line, planId, price?.tier ?? '-', month, kind, cents, employer].join(' '),
  );
  const digest = createHash('sha256');
  for (const key of [...alike.keys()].toSorted())
    digest.update(
      `${key}\n${(alike.get(key) ?? [])
        .flatMap(({ subscribers }) => subscribers)
        .toSorted()
        .join(' ')}\n`,
    );
  return digest.digest('hex');
}
