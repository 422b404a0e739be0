import type { SafetyStop } from '../safety-stop.ts';

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

const SAME = 'the same control numbers (ISA13, GS06, ST02) and the same content';

/**
 * What stands against applying sets that came before, or under a number that was used before. `changes`: records of the
 * sets that came before that would change somebody now.
 */
export function stopsOfSets({ sets, known, latest, numberUsed }: SetsBefore, changes: number): SafetyStop[] {
  const stops: SafetyStop[] = [];
  if (latest && known.length > 0) {
    const { at, file, isWaiting } = latest;
    const was = isWaiting ? 'waits to be applied' : 'was applied';
    if (known.length === sets) {
      const text = `A file of the same sender with ${SAME} came on ${at} and ${was}. ${isWaiting ? 'One of the two is enough.' : changes > 0 ? 'Whoever this file would change was changed since, or refused then.' : 'It would change nobody now.'}`;
      stops.push({
        code: 'already_processed',
        title: isWaiting ? 'This file waits already' : 'This file was processed already',
        text,
        people: 0,
        file,
      });
    } else {
      const one = known.length === 1;
      const title = `${known.length.toLocaleString('en-US')} of ${sets.toLocaleString('en-US')} transaction sets of this file ${one ? 'was' : 'were'} ${isWaiting ? 'received' : 'processed'} already`;
      const text = `${one ? 'Set' : 'Sets'} ${named(known)} came with ${SAME} on ${at}, in a file that ${was}. ${changes > 0 ? `What ${one ? 'it' : 'they'} would change is left out below; take in whatever is to be applied all the same.` : `${one ? 'It' : 'They'} would change nobody now.`}`;
      stops.push({ code: 'sets_processed', title, text, people: 0, file });
    }
  }
  if (numberUsed) {
    const { at, file, interchange, isOriginalGone } = numberUsed;
    const content = isOriginalGone
      ? 'That file was removed since, so nobody can say whether the content is the same'
      : 'with other content';
    const text = `The same sender has sent the control number ${interchange} (ISA13) already, on ${at}${isOriginalGone ? `. ${content}` : `, ${content}`}. The answer to the sender notes it as a duplicate (TA1 025).`;
    stops.push({
      code: 'same_interchange',
      title: 'The number of this interchange was used before',
      text,
      people: 0,
      file,
    });
  }
  return stops;
}
