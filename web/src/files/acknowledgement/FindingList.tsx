import type { InboundAcknowledgement } from '@openbenefits/contract/acknowledgements';
import { Trans } from '@lingui/react/macro';
import { words } from '../../words.ts';
import classes from './Acknowledgement.module.css';

export type Finding = InboundAcknowledgement['answers'][number]['findings'][number];

/** Things to mend, each a sentence: whose record, what is wrong, where, and what the sender does about it. */
export function FindingList({
  label,
  findings,
  whole,
}: {
  label: string;
  findings: readonly Finding[];
  whole: (index: number) => string;
}) {
  return (
    <ul className={classes.findings} aria-label={label}>
      {findings.map(({ person, segment, position, text, mend }, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the list is never reordered, and a sentence may come twice
        <li key={index}>
          <p>
            <b>{person ?? whole(index)}</b>
            <span className={classes.place}>
              {position === null ? (
                segment
              ) : (
                <Trans>
                  {segment}, segment {position.toLocaleString('en-US')} of its set
                </Trans>
              )}
            </span>
          </p>
          <p>{words(text)}.</p>
          <p className={classes.mend}>{words(mend)}</p>
        </li>
      ))}
    </ul>
  );
}
