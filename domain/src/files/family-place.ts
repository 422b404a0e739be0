/**
 * What a family is called whose list gives it no number: the line of its employee. It means something in that one file
 * only.
 */
export const familyOfLine = (line: number): string => `line ${line}`;
export const isFamilyOfLine = (key: string): boolean => /^line \d+$/.test(key);
