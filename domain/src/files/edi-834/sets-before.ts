import { fileMessage } from '../messages/file-message.ts';
import { holdOf, type SafetyStop } from '../safety-stop.ts';

/** A file in which a set, or its interchange's number, came before. */
export type EarlierFile = {
  readonly at: string;
  readonly file: string;
  /** It is not applied yet. */ readonly isWaiting: boolean;
};

/**
 * What of an 834 came before from the same sender (domain rules 4.1: same ISA13, GS06, ST02 and content is processed
 * already). `known`: its sets that came with the same numbers and the same content, by their number (ST02); `latest` is
 * where. `numberUsed`: the control number (ISA13) of another of its sets, which came with other content, or with
 * content of which nothing is left to compare.
 */
export type SetsBefore = {
  readonly sets: number;
  readonly known: readonly string[];
  readonly latest: EarlierFile | null;
  readonly numberUsed: (EarlierFile & { readonly interchange: string; readonly isOriginalGone: boolean }) | null;
};

export const NOTHING_BEFORE: SetsBefore = { sets: 0, known: [], latest: null, numberUsed: null };

/** Sets that are named; a file may hold a thousand. */
const MOST_NAMED = 10;

function named(controls: readonly string[]): string {
  const more = controls.length - MOST_NAMED;
  return more > 0
    ? `${controls.slice(0, MOST_NAMED).join(', ')} and ${more.toLocaleString('en-US')} more`
    : controls.join(', ');
}

/**
 * Returns the holds of sets that came before, or under a number that was used before. `changes`: records of the sets
 * that came before that would change a member now.
 */
export function stopsOfSets({ sets, known, latest, numberUsed }: SetsBefore, changes: number): SafetyStop[] {
  return [
    ...(latest && known.length > 0 ? [holdOfKnown({ sets, known, latest }, changes)] : []),
    ...(numberUsed ? [holdOfNumber(numberUsed)] : []),
  ];
}

function holdOfKnown(
  { sets, known, latest }: Pick<SetsBefore, 'sets' | 'known'> & { latest: EarlierFile },
  changes: number,
): SafetyStop {
  const { at: date, file, isWaiting } = latest;
  if (known.length === sets) {
    const text = isWaiting
      ? 'hold_same_waiting_text'
      : changes > 0
        ? 'hold_same_changes_text'
        : 'hold_same_applied_text';
    const title = isWaiting ? 'hold_same_waiting_title' : 'hold_same_processed_title';
    return holdOf('already_processed', fileMessage(title), [fileMessage(text, { date })], { file });
  }
  const count = known.length;
  return holdOf(
    'sets_processed',
    fileMessage(isWaiting ? 'hold_sets_received_title' : 'hold_sets_processed_title', { count, of: sets }),
    [
      fileMessage(isWaiting ? 'hold_sets_waiting_text' : 'hold_sets_applied_text', { count, sets: named(known), date }),
      fileMessage(changes > 0 ? 'hold_sets_changes' : 'hold_sets_no_changes'),
    ],
    { file },
  );
}

const holdOfNumber = ({
  at: date,
  file,
  interchange,
  isOriginalGone,
}: NonNullable<SetsBefore['numberUsed']>): SafetyStop =>
  holdOf(
    'same_interchange',
    fileMessage('hold_interchange_title'),
    [fileMessage(isOriginalGone ? 'hold_interchange_gone_text' : 'hold_interchange_text', { interchange, date })],
    { file },
  );
