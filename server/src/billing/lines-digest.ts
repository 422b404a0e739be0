import { createHash } from 'node:crypto';
import type { DraftLine } from './bill-comparison.ts';

/**
 * The SHA-256 of a bill's lines in their order: subscriber, line, plan, tier, month, kind, cents and employer's cents. Two
 * calculations that bill the same have the same digest, which no ID of a bill and no instant is part of.
 */
export const linesDigest = (lines: readonly DraftLine[]): string =>
  createHash('sha256')
    .update(
      lines
        .map(({ subscriberId, line, planId, price, month, kind, cents, employer }) =>
          [subscriberId, line, planId, price?.tier ?? '-', month, kind, cents, employer].join(' '),
        )
        .join('\n'),
    )
    .digest('hex');
