import type { Cents } from '@openbenefits/domain/money';

/** What a processor says about a charge. A returned one was taken first and went back to the cardholder. */
export type ChargeOutcome =
  | { readonly status: 'succeeded' | 'pending'; readonly reference: string }
  | { readonly status: 'declined' | 'returned'; readonly message: string };

/** The processor gave no answer: the charge may or may not exist there. */
export class ProcessorSilent extends Error {}

type Charge = {
  /** Our key of the attempt: the processor takes each once. */
  readonly key: string;
  /** The way of payment as the processor knows it; never a card number. */
  readonly token: string;
  readonly cents: Cents;
};

/** A processor of card payments. Card numbers are entered at the processor and never reach us. */
export type PaymentProcessor = {
  readonly name: string;
  readonly isSandbox: boolean;
  /** Ways of payment that may be chosen, in a sandbox by what will happen. */
  readonly ways: readonly { readonly token: string; readonly label: string }[];
  /** Takes a charge. Throws ProcessorSilent where no answer came. */
  charge(charge: Charge): Promise<ChargeOutcome>;
  /** What became of a charge; undefined where the processor does not know it. */
  outcome(charge: Charge & { readonly madeAt: string }, now: string): Promise<ChargeOutcome | undefined>;
  /** Gives back a charge or a part of it. */
  refund(charge: Charge & { readonly refundKey: string }): Promise<ChargeOutcome>;
};
