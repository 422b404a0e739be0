/**
 * A line of coverage: a person holds at most one plan per line at a time. Labels are the plan types of specification 1,
 * section 3.
 */
export const COVERAGE_LINES = ['medical', 'dental', 'vision', 'life', 'disability'] as const;
export type CoverageLine = (typeof COVERAGE_LINES)[number];

export const COVERAGE_LINE_LABEL: Readonly<Record<CoverageLine, string>> = {
  medical: 'Medical',
  dental: 'Dental',
  vision: 'Vision',
  life: 'Life',
  disability: 'Disability',
};

/** Lines as bits of a number, medical the lowest; the same as `line_bit` in the database. */
export const lineBits = (lines: Iterable<CoverageLine>): number =>
  [...lines].reduce((bits, line) => bits | (1 << COVERAGE_LINES.indexOf(line)), 0);
export const EVERY_LINE: number = lineBits(COVERAGE_LINES);
