import type { ListPreview, MappingChoice, WordChoice } from '@openbenefits/contract/sender-mapping';
import { useState } from 'react';

export type ColumnField = MappingChoice['columns'][number]['field'];

const choiceOf = ({ columns, dayFirst, padZeros }: ListPreview): MappingChoice => ({
  columns: columns.map(({ index, heading, field, dependent }) => ({ index, heading, field, dependent })),
  words: [],
  dayFirst,
  padZeros,
});

/**
 * What somebody chooses about a list, beginning with how it is understood now. `changed` is false until something is
 * chosen.
 */
export function useChoice(list: ListPreview | undefined) {
  const [chosen, setChosen] = useState<MappingChoice | null>(null);
  const choice = chosen ?? (list ? choiceOf(list) : null);
  const change = (part: Partial<MappingChoice>) => {
    if (choice) setChosen({ ...choice, ...part });
  };
  return {
    choice,
    changed: chosen !== null,
    setColumn: (index: number, part: { field: ColumnField; dependent: number }) =>
      change({
        columns: (choice?.columns ?? []).map((column) => (column.index === index ? { ...column, ...part } : column)),
      }),
    setWords: (...words: readonly WordChoice[]) =>
      change({
        words: [
          ...(choice?.words ?? []).filter(
            (one) => !words.some(({ kind, word }) => one.kind === kind && one.word === word),
          ),
          ...words,
        ],
      }),
    setDayFirst: (dayFirst: boolean | null) => change({ dayFirst }),
    setPadZeros: (padZeros: boolean) => change({ padZeros }),
  };
}
export type Choosing = ReturnType<typeof useChoice>;
