import type { TerminationPreview } from '@openbenefits/contract/terminations';
import { formatDate } from '@openbenefits/domain/calendar-date';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { COVERAGE_LINE_LABEL } from '../../domain-labels.ts';
import { MoneyText } from '../../ui/MoneyText.tsx';
import classes from './Termination.module.css';

const SHOWN = 8;

function useLineWords(): (line: TerminationPreview['affected'][number]['lines'][number]) => string {
  const { t } = useLingui();
  return ({ line, planName, effect, until, from }) => {
    const label = COVERAGE_LINE_LABEL[line];
    if (effect === 'never') {
      const begins = formatDate(from);
      return t`${label}, ${planName} from ${begins}: future coverage canceled`;
    }
    if (effect === 'goes_on')
      return until === null
        ? t`${label}, ${planName}, continues`
        : t`${label}, ${planName}, continues through ${formatDate(until)}`;
    const last = until === null ? '' : formatDate(until);
    return t`${label}, ${planName}, ends ${last}`;
  };
}

/** Shows who loses or regains coverage and the effect on the monthly premium, from the server's preview. */
export function EffectList({ preview, stale }: { preview: TerminationPreview; stale: boolean }) {
  const { t } = useLingui();
  const words = useLineWords();
  const { affected, refused, monthlyBefore, monthlyAfter, premiumDay } = preview;
  const months = Math.max(0, ...affected.map(({ cobraMonths }) => cobraMonths));
  const day = formatDate(premiumDay);
  return (
    <section className={classes.effects} aria-label={t`Effect of this change`} aria-busy={stale || undefined}>
      <ul>
        {affected.slice(0, SHOWN).map(({ id, name, isDependent, lines }) => (
          <li key={id}>
            <b>{name}</b>
            {isDependent && <span className={classes.kind}>{t`dependent`}</span>}
            <small>{lines.length === 0 ? t`No coverage. The status changes.` : lines.map(words).join(' · ')}</small>
          </li>
        ))}
        {affected.length > SHOWN && (
          <li>
            <Plural value={affected.length - SHOWN} one="and one more person" other="and # more people" />
          </li>
        )}
        {refused.slice(0, SHOWN).map(({ id, name, problem }) => (
          <li key={id} className={classes.refused}>
            <b>{name}</b>
            <small>{problem}</small>
          </li>
        ))}
        {refused.length > SHOWN && (
          <li className={classes.refused}>
            <Plural value={refused.length - SHOWN} one="and one more is unchanged" other="and # more are unchanged" />
          </li>
        )}
      </ul>
      <dl>
        <div>
          <dt>{t`Monthly premium on ${day}`}</dt>
          <dd>
            <MoneyText cents={monthlyBefore} /> <span aria-hidden="true">→</span>
            <span className="sr">{t`becomes`}</span>{' '}
            <b>
              <MoneyText cents={monthlyAfter} />
            </b>
          </dd>
        </div>
        {months > 0 && (
          <div>
            <dt>{t`COBRA`}</dt>
            <dd>
              <Trans>
                Qualifying event: up to {months} months of continuation. The election notice is due within 44 days.
              </Trans>
            </dd>
          </div>
        )}
      </dl>
    </section>
  );
}
