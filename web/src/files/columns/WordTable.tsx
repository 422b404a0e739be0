import type { ListColumn, MappingChoice } from '@openbenefits/contract/sender-mapping';
import { likelyAmong, likelyMeaning } from '@openbenefits/domain/files/census/headings/likely-meaning';
import { likelyRelationships } from '@openbenefits/domain/files/census/values/relationship-legend';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { orpc } from '../../api.ts';
import { COVERAGE_LINE_LABEL } from '../../domain-labels.ts';
import { Button } from '../../ui/Button.tsx';
import { type Choice, Select } from '../../ui/Fields.tsx';
import classes from './Columns.module.css';
import { meaningChoices } from './meaning-choices.ts';
import type { Choosing } from './use-choice.ts';

type Kind = NonNullable<ListColumn['kind']>;
type Word = { kind: Kind; text: string; rows: number; meaning: string | null; heading: string };

const OURS = 'as-it-is';
const NO_COVERAGE = 'none';

/** Words that more than one column holds stand here once. */
function wordsOf(columns: readonly ListColumn[]): Word[] {
  const found = new Map<string, Word>();
  for (const { kind, heading, words } of columns) {
    for (const { text, rows, meaning } of kind ? words : []) {
      const key = `${kind} ${text.toLowerCase()}`;
      const known = found.get(key);
      if (known) known.rows += rows;
      else if (kind) found.set(key, { kind, text, rows, meaning, heading });
    }
  }
  return [...found.values()].toSorted(
    (a, b) => Number(a.meaning !== null) - Number(b.meaning !== null) || b.rows - a.rows,
  );
}

/** The words of the file that stand for one of ours: what each means, the unknown ones first. */
export function WordTable({
  columns,
  choice,
  choosing,
}: {
  columns: readonly ListColumn[];
  choice: MappingChoice;
  choosing: Choosing;
}) {
  const { t } = useLingui();
  const words = wordsOf(columns);
  const plans = useQuery(
    orpc.plans.offered.queryOptions({ input: {}, enabled: words.some(({ kind }) => kind === 'plan') }),
  );
  if (words.length === 0) return null;
  const unknown = words.filter(({ meaning }) => meaning === null).length;
  const planChoices: Choice[] = (plans.data ?? []).map(({ id, name, code, line }) => ({
    value: id,
    label: `${name} (${code})`,
    group: COVERAGE_LINE_LABEL[line],
  }));
  const said = (word: Word): string => {
    const own = choice.words.find(
      ({ kind, word: text }) =>
        text === word.text && (kind === word.kind || (kind === 'waiver' && word.kind === 'plan')),
    );
    if (own?.meaning) return own.meaning;
    if (word.meaning === null) return OURS;
    return word.kind === 'plan'
      ? (plans.data?.find(({ name }) => name === word.meaning)?.id ??
          (word.meaning === NO_COVERAGE ? NO_COVERAGE : OURS))
      : word.meaning;
  };
  const series = likelyRelationships(
    words.flatMap(({ kind, meaning, text }) => (kind === 'relationship' && meaning === null ? [text] : [])),
  );
  /** What an unknown word probably means; offered, and never taken by itself. */
  const likelyOf = (word: Word): Choice | undefined => {
    if (word.meaning !== null || said(word) !== OURS) return undefined;
    if (word.kind !== 'plan') {
      const likely = series.get(word.text) ?? likelyMeaning(word.kind, word.text);
      return meaningChoices(word.kind).find(({ value }) => value === likely);
    }
    const likely = likelyAmong(
      word.text,
      (plans.data ?? []).map(({ id, name, code }) => ({ value: id, names: [code, name] })),
    );
    return planChoices.find(({ value }) => value === likely);
  };
  const say = ({ kind, text }: Word, meaning: string) => {
    const own = meaning === OURS ? null : meaning;
    if (kind !== 'plan') choosing.setWords({ kind, word: text, meaning: own });
    else if (meaning === NO_COVERAGE)
      choosing.setWords({ kind, word: text, meaning: null }, { kind: 'waiver', word: text, meaning });
    else choosing.setWords({ kind, word: text, meaning: own }, { kind: 'waiver', word: text, meaning: null });
  };
  return (
    <section aria-labelledby="words" className={classes.block}>
      <div className={classes.bar}>
        <h2 id="words">
          <Trans>Words</Trans>
        </h2>
        <p>
          {unknown > 0
            ? plural(unknown, { one: '# word is not recognized', other: '# words are not recognized' })
            : t`All are recognized.`}
        </p>
      </div>
      <div className={classes.frame}>
        <table className={classes.words}>
          <thead>
            <tr>
              <th scope="col">{t`In the file`}</th>
              <th scope="col">{t`Column`}</th>
              <th scope="col" className={classes.right}>{t`Rows`}</th>
              <th scope="col">{t`Means`}</th>
            </tr>
          </thead>
          <tbody>
            {words.map((word) => {
              const likely = likelyOf(word);
              return (
                <tr key={`${word.kind} ${word.text}`} data-unknown={word.meaning === null || undefined}>
                  <th scope="row">{word.text}</th>
                  <td>{word.heading}</td>
                  <td className={`${classes.right} num`}>{word.rows.toLocaleString('en-US')}</td>
                  <td>
                    <Select
                      label={t`Meaning of ${word.text} in ${word.heading}`}
                      hideLabel
                      value={said(word)}
                      choices={[
                        { value: OURS, label: word.meaning === null ? t`Unknown` : t`As we know it` },
                        ...(word.kind === 'plan'
                          ? [{ value: NO_COVERAGE, label: t`No coverage` }, ...planChoices]
                          : meaningChoices(word.kind)),
                      ]}
                      onChange={(meaning) => say(word, meaning)}
                    />
                    {likely && (
                      <Button
                        size="small"
                        aria-label={t`Perhaps ${likely.label} for ${word.text}`}
                        onClick={() => say(word, likely.value)}
                      >
                        <Trans>Perhaps {likely.label}</Trans>
                      </Button>
                    )}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </section>
  );
}
