import type { MemberDetail } from '@openbenefits/contract/members';
import { COVERAGE_LINE_LABEL, TIER_LABEL } from '../domain-labels.ts';
import { type Cents, subtract, ZERO } from '@openbenefits/domain/money';
import { Trans, useLingui } from '@lingui/react/macro';
import type { ComponentProps } from 'react';
import { MoneyText } from '../ui/MoneyText.tsx';
import { Popover, type TriggerProps } from '../ui/Popover.tsx';
import classes from './Explain.module.css';

type Rate = MemberDetail['rate'];

const minus = (cents: Cents): Cents => subtract(ZERO, cents);

function Lines({ rate }: { rate: Rate }) {
  const { t } = useLingui();
  return (
    <>
      <thead>
        <tr>
          <th scope="col">{t`Plan`}</th>
          <th scope="col">{t`Tier`}</th>
          <th scope="col" data-right>{t`Monthly`}</th>
        </tr>
      </thead>
      <tbody>
        {rate.prices.map(({ line, planName, tier, monthly }) => (
          <tr key={line}>
            <th scope="row">
              {planName}
              <small>{COVERAGE_LINE_LABEL[line]}</small>
            </th>
            <td>{tier && <abbr title={TIER_LABEL[tier]}>{tier}</abbr>}</td>
            <td data-right>{monthly === null ? <Trans>variable</Trans> : <MoneyText cents={monthly} />}</td>
          </tr>
        ))}
      </tbody>
    </>
  );
}

function Sum({ label, cents, strong }: { label: string; cents: Cents; strong?: boolean }) {
  return (
    <tr data-strong={strong || undefined}>
      <th scope="row" colSpan={2}>
        {label}
      </th>
      <td data-right>
        <MoneyText cents={cents} />
      </td>
    </tr>
  );
}

function Notes({ rate }: { rate: Rate }) {
  if (rate.estimated) {
    return (
      <Trans>
        This is an estimate, not a premium. No plan with a rate is on record, so we use 25% of the monthly salary. The
        employee pays 10% and the employer 15%.
      </Trans>
    );
  }
  const variable = rate.prices.some(({ monthly }) => monthly === null);
  return (
    <>
      <Trans>
        Today's rates by tier. The employer pays the group's percentage of the total. The employee pays the rest.
      </Trans>
      {variable && (
        <>
          {' '}
          <Trans>An ICHRA allowance depends on the policy the member buys, so the total does not include it.</Trans>
        </>
      )}
    </>
  );
}

function Explanation({ rate, total }: { rate: Rate; total: Cents }) {
  const { t } = useLingui();
  const { employerContribution: employer, employeeRate: employee, dependentRate: dependents } = rate;
  const percent = rate.employerPercent;
  return (
    <div className={classes.explain}>
      <h4>
        <Trans>
          Why <MoneyText cents={total} /> per month
        </Trans>
      </h4>
      <table>
        {!rate.estimated && <Lines rate={rate} />}
        <tfoot>
          <Sum label={rate.estimated ? t`Estimated total` : t`Total premium`} cents={total} strong />
          {dependents !== null && dependents !== 0 && <Sum label={t`Of which for dependents`} cents={dependents} />}
          {employer !== null && (
            <Sum label={rate.estimated ? t`Employer` : t`Employer, ${percent}% of the total`} cents={minus(employer)} />
          )}
          {employee !== null && <Sum label={t`Employee pays`} cents={employee} strong />}
        </tfoot>
      </table>
      <p>
        <Notes rate={rate} />
      </p>
    </div>
  );
}

function Trigger(props: TriggerProps & ComponentProps<'button'>) {
  return (
    <button {...props} type="button" className={classes.trigger}>
      <Trans>Explain</Trans>
    </button>
  );
}

/** Explains a premium line by line, next to the figure. */
export function Explain({ rate }: { rate: Rate }) {
  const { t } = useLingui();
  const { total } = rate;
  if (total === null) return null;
  return (
    <Popover label={t`Why this premium`} renderTrigger={(props) => <Trigger {...props} />}>
      {() => <Explanation rate={rate} total={total} />}
    </Popover>
  );
}
