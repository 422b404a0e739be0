/**
 * What is wrong with a field, with a full stop where it has no end of its own: some of it is said by the rules, some by
 * the files' reasons.
 */
export const asSentence = (text: string): string => text.replace(/(?<![.?!])$/, '.');
