import type { Cents } from '../money.ts';

/** Why a group is proposed for a payment that matched nothing. */
export const PROPOSAL_REASONS = ['bill_number', 'name', 'amount'] as const;
export type ProposalReason = (typeof PROPOSAL_REASONS)[number];
export const PROPOSAL_REASON_LABEL: Readonly<Record<ProposalReason, string>> = {
  bill_number: 'Bill number',
  name: 'Similar name',
  amount: 'Amount due',
};

export type UnmatchedPayment = { readonly payer: string; readonly reference: string; readonly cents: Cents };
export type PayerCandidate = {
  readonly groupId: string;
  readonly names: readonly string[];
  readonly bills: readonly { readonly number: string; readonly due: Cents }[];
};
export type PayerProposal = { readonly groupId: string; readonly reasons: readonly ProposalReason[] };

const MOST_PROPOSALS = 3;
const WEIGHT: Readonly<Record<ProposalReason, number>> = { bill_number: 4, name: 2, amount: 1 };

/** Words that say nothing about who paid: legal forms, articles, and what banks write around a name. */
const COMMON_WORDS: ReadonlySet<string> = new Set(
  'inc llc llp lp corp co company ltd pc pllc the of and ach wire pmt payment deposit credit ccd ppd from check'.split(
    ' ',
  ),
);

const folded = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** The words of a name that tell it apart. */
export const nameWords = (name: string): readonly string[] =>
  folded(name)
    .replaceAll(/['’.]/g, '')
    .split(/[^a-z0-9]+/)
    .filter((word) => word.length > 1 && !COMMON_WORDS.has(word));

/** Whether a bank's short form stands for a word: the same first letter, then letters of the word in order (SCHL). */
function abbreviates(short: string, word: string): boolean {
  if (short[0] !== word[0] || short.length < 2 || short.length > word.length) return false;
  let at = 0;
  for (const letter of word) if (letter === short[at]) at += 1;
  return at === short.length;
}

const isSameWord = (a: string, b: string): boolean => a === b || abbreviates(a, b) || abbreviates(b, a);

/** How much two names have in common, 0 to 1: words that match, in the order of the payer's text. */
export function nameSimilarity(payer: readonly string[], name: readonly string[]): number {
  if (payer.length === 0 || name.length === 0) return 0;
  const free = new Set(name);
  let same = 0;
  for (const word of payer) {
    const found = [...free].find((one) => isSameWord(word, one));
    if (found === undefined) continue;
    free.delete(found);
    same += 1;
  }
  return (2 * same) / (payer.length + name.length);
}

/** From this similarity on two names may be one. */
export const SIMILAR_NAMES = 0.6;
const plain = (text: string): string => folded(text).replaceAll(/[^a-z0-9]/g, '');
const SHORTEST_NUMBER = 4;

function reasonsOf(
  { cents }: UnmatchedPayment,
  words: readonly string[],
  text: string,
  { names, bills }: PayerCandidate,
): ProposalReason[] {
  const holds: Readonly<Record<ProposalReason, boolean>> = {
    bill_number: bills.some(({ number }) => {
      const wanted = plain(number);
      return wanted.length >= SHORTEST_NUMBER && text.includes(wanted);
    }),
    name: names.some((name) => nameSimilarity(words, nameWords(name)) >= SIMILAR_NAMES),
    amount: bills.some(({ due }) => due === cents) || bills.reduce((sum, { due }) => sum + due, 0) === cents,
  };
  return PROPOSAL_REASONS.filter((reason) => holds[reason]);
}

/** Returns the groups that a payment may be of, the likeliest first; a person decides. */
export function proposeGroups(
  payment: UnmatchedPayment,
  candidates: readonly PayerCandidate[],
): readonly PayerProposal[] {
  const words = nameWords(payment.payer);
  const text = plain(`${payment.payer} ${payment.reference}`);
  return candidates
    .map((one) => ({ groupId: one.groupId, reasons: reasonsOf(payment, words, text, one) }))
    .filter(({ reasons }) => reasons.length > 0)
    .map((one) => ({ ...one, weight: one.reasons.reduce((sum, reason) => sum + WEIGHT[reason], 0) }))
    .toSorted((a, b) => b.weight - a.weight)
    .slice(0, MOST_PROPOSALS)
    .map(({ groupId, reasons }) => ({ groupId, reasons }));
}
