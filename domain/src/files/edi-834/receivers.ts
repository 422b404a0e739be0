/** ISA08 as it is compared: blanks around it and capitals say nothing. */
const receiverKey = (id: string): string => id.trim().replace(/\s+/g, ' ').toUpperCase();

/** Receivers (ISA08), each once, as it was written first; an envelope that names none says nothing. */
export function distinctReceivers(ids: readonly string[]): string[] {
  const found = new Map<string, string>();
  for (const id of ids) if (id.trim() !== '' && !found.has(receiverKey(id))) found.set(receiverKey(id), id.trim());
  return [...found.values()];
}

/**
 * Whether an interchange is addressed to somebody else than the files of its sender are (TA1 note 009). Of a sender of
 * whom no receiver is known nobody can say, and an ISA08 without a receiver is a fault of its own (note 008).
 */
export const isAddressedElsewhere = (receiver: string, known: readonly string[]): boolean =>
  known.length > 0 && receiver.trim() !== '' && !known.some((one) => receiverKey(one) === receiverKey(receiver));

/** Files of a sender that are addressed to others than its profile knows. */
export type OtherReceivers = {
  readonly sender: string;
  readonly receivers: readonly string[];
  readonly known: readonly string[];
};
