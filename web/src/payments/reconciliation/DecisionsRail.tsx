import type { ReconciliationDetail } from '@openbenefits/contract/reconciliation';
import { formatDate } from '@openbenefits/domain/calendar-date';
import { fromCents } from '@openbenefits/domain/money';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { DIFFERENCE_ACTION_LABEL } from '../../domain-labels.ts';
import { FactList, FactsRail, FactsSection } from '../../ui/FactsRail.tsx';
import { MoneyText } from '../../ui/MoneyText.tsx';
import classes from '../Payments.module.css';

/** What the decisions come to; they add up to the difference. */
export function DecisionsRail({ detail }: { detail: ReconciliationDetail }) {
  const { t } = useLingui();
  const { decisions, theirs, ours, theirCutOff, isPerMember, createdBy } = detail;
  return (
    <FactsRail label={t`Decisions`}>
      <FactsSection title={t`Decisions`}>
        <ul className={classes.rail}>
          {decisions.map(({ action, lines, difference }) => (
            <li key={action ?? 'undecided'}>
              <span>{action === null ? t`Undecided` : DIFFERENCE_ACTION_LABEL[action]}</span>
              <MoneyText cents={difference} difference />
              <small>
                <Plural value={lines} one="# line" other="# lines" />
              </small>
            </li>
          ))}
          <li>
            <strong>
              <Trans>Difference</Trans>
            </strong>
            <MoneyText cents={fromCents(theirs - ours)} difference />
          </li>
        </ul>
      </FactsSection>
      <FactsSection title={t`How it was compared`}>
        <FactList
          facts={[
            { label: t`Lines`, value: isPerMember ? t`per member` : t`per plan and tier` },
            { label: t`Their cut-off`, value: theirCutOff === null ? t`not given` : formatDate(theirCutOff) },
            { label: t`Uploaded by`, value: createdBy },
          ]}
        />
      </FactsSection>
    </FactsRail>
  );
}
