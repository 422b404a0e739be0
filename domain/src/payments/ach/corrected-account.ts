import { ownValue } from '../../own-value.ts';
import type { AccountKind } from './ach-file.ts';
import { protectedNumberIn } from '../../protected-numbers.ts';
import { isRoutingNumber } from './routing-number.ts';

export type CorrectedAccount = {
  readonly routing?: string;
  readonly account?: string;
  readonly kind?: AccountKind;
  readonly holder?: string;
  /** The ID by which the receiver knows its payer. */
  readonly individualId?: string;
  /** The receiver cannot read the addenda of its entries. */
  readonly takesNoAddenda?: true;
};

const kindOf = (code: string): AccountKind | undefined =>
  code[0] === '2' ? 'checking' : code[0] === '3' ? 'savings' : undefined;

/**
 * What a notification of change corrects of an account, from the 29 characters of its corrected data (NACHA Operating
 * Rules, appendix 5). Undefined where the code corrects no account, or the data does not hold.
 */
export function correctedAccount(code: string, data: string): CorrectedAccount | undefined {
  const text = data.padEnd(29);
  const routing = (from: number): string => text.slice(from, from + 9);
  const account = (from: number): string => text.slice(from, from + 17).trim();
  const name = text.slice(0, 22).trim();
  const corrections: Readonly<Record<string, Omit<CorrectedAccount, 'kind'> & { kind?: AccountKind | undefined }>> = {
    C01: { account: account(0) },
    C02: { routing: routing(0) },
    C03: { routing: routing(0), account: account(12) },
    C04: { holder: name },
    C05: { kind: kindOf(text.slice(0, 2)) },
    C06: { account: account(0), kind: kindOf(text.slice(20, 22)) },
    C07: { routing: routing(0), account: account(9), kind: kindOf(text.slice(26, 28)) },
    C09: { individualId: name },
    C13: { takesNoAddenda: true },
  };
  const found = ownValue(corrections, code);
  if (!found) return undefined;
  if (found.routing !== undefined && !isRoutingNumber(found.routing)) return undefined;
  if (found.account === '' || found.holder === '' || found.individualId === '') return undefined;
  // A name is stored in clear.
  if (found.holder !== undefined && protectedNumberIn(found.holder) !== undefined) return undefined;
  const { kind, ...rest } = found;
  if ('kind' in found && kind === undefined) return undefined;
  return { ...rest, ...(kind && { kind }) };
}
