import type { RefusedRow } from '@openbenefits/contract/refused-rows';
import { isWhereFilled } from '@openbenefits/domain/files/census/headings/added-columns';
import { fieldLabel } from '@openbenefits/domain/files/field-label';
import { useState } from 'react';

/** From so many columns on, those with nothing to mend push the others out of sight. */
const WIDE = 10;

/** By whom a row is known; that stays beside what is to be mended. */
const WHO: ReadonlySet<string | null> = new Set(
  ['firstName', 'lastName', 'ssn', 'dateOfBirth', 'relationship'].map(fieldLabel),
);

/**
 * The columns of the refused rows that show, by their places: of a file with many those in which something is wrong,
 * with who it is, until all are asked for. A column stays when what was wrong in it is mended, and one that was added
 * is never left out. Where nothing tells which columns a reason speaks of, all show.
 */
export function useShownColumns(
  columns: readonly { heading: string; field: string | null }[],
  rows: readonly RefusedRow[],
) {
  const [all, showAll] = useState(false);
  const [kept, keep] = useState<ReadonlySet<number>>(new Set());
  const found = rows.flatMap(({ wrong }) => wrong).filter((index) => !kept.has(index));
  if (found.length > 0) keep(new Set([...kept, ...found]));
  const places = [...columns.keys()];
  const isUntold = rows.some(
    ({ problems, wrong, missing }) => problems.length > 0 && wrong.length + missing.length === 0,
  );
  const few = places.filter(
    (index) =>
      kept.has(index) || WHO.has(columns[index]?.field ?? null) || isWhereFilled(columns[index] ?? { heading: '' }),
  );
  const mayCut = columns.length > WIDE && !isUntold && kept.size > 0 && few.length < columns.length;
  return { isWide: columns.length > WIDE, mayCut, all, showAll, shown: mayCut && !all ? few : places };
}
