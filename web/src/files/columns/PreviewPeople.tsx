import type { ListPreview } from '@openbenefits/contract/sender-mapping';
import { Trans, useLingui } from '@lingui/react/macro';
import { words } from '../../words.ts';
import { asSentence } from '../as-sentence.ts';
import classes from './Columns.module.css';

/** The first people of the list as they would be read. */
export function PreviewPeople({ list }: { list: ListPreview }) {
  const { t } = useLingui();
  if (list.people.length === 0) return null;
  return (
    <section aria-labelledby="people" className={classes.block}>
      <div className={classes.bar}>
        <h2 id="people">
          <Trans>First people, as they would be read</Trans>
        </h2>
      </div>
      <ul className={classes.people}>
        {list.people.map(({ line, name, facts, problems }, index) => (
          <li key={`${line} ${index}`}>
            <h3>
              {name || t`No name`} <small>{t`line ${line}`}</small>
            </h3>
            <dl>
              {facts.map(({ label, value }) => (
                <div key={label}>
                  <dt>{words(label)}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
            </dl>
            {problems.map((problem) => (
              <p key={problem} className={classes.problem}>
                {asSentence(problem)}
              </p>
            ))}
          </li>
        ))}
      </ul>
    </section>
  );
}
