import type { DelinquencyRuleRow } from '@openbenefits/contract/arrears';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconPencil, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { orpc } from '../../api.ts';
import { END_RULE_LABEL, FIRST_GRACE_DAY_LABEL, RULE_SCOPE_LABEL } from '../../domain-labels.ts';
import { useWhyNot } from '../../session.ts';
import { Button } from '../../ui/Button.tsx';
import { DataTable } from '../../ui/DataTable.tsx';
import type { Column } from '../../ui/data-table-types.ts';
import { DateText } from '../../ui/DateText.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { MoneyText } from '../../ui/MoneyText.tsx';
import { daysText } from './arrears-words.tsx';
import classes from './Arrears.module.css';
import { RuleDialog } from './RuleDialog.tsx';

const scopeName = ({ scope, scopeValue }: DelinquencyRuleRow): string =>
  scope === 'default' ? RULE_SCOPE_LABEL.default : `${RULE_SCOPE_LABEL[scope]}: ${scopeValue}`;

function useAmountColumns(): Column<DelinquencyRuleRow>[] {
  const { t } = useLingui();
  return [
    {
      key: 'tolerance',
      header: t`Tolerance`,
      width: 110,
      right: true,
      narrow: 'amount',
      cell: ({ tolerance, tolerancePercent }) => (
        <>
          <span className={classes.phoneLabel}>
            <Trans>Tolerance</Trans>:{' '}
          </span>
          <MoneyText cents={tolerance} />
          {tolerancePercent > 0 && <span className="row-meta">{tolerancePercent}%</span>}
        </>
      ),
    },
    {
      key: 'reinstatements',
      header: t`Reinstatements`,
      width: 130,
      right: true,
      below: 900,
      cell: ({ reinstatements }) => (reinstatements === null ? t`no limit` : reinstatements),
    },
  ];
}

function useColumns(): Column<DelinquencyRuleRow>[] {
  const { t } = useLingui();
  return [
    {
      key: 'scope',
      header: t`Holds for`,
      narrow: 'name',
      cell: (rule) => (
        <>
          <span className="row-name">{scopeName(rule)}</span>
          <span className="row-meta">
            <Trans>from</Trans> <DateText date={rule.effectiveOn} />
            {rule.setBy !== null && `, ${rule.setBy}`}
          </span>
        </>
      ),
    },
    {
      key: 'grace',
      header: t`Grace period`,
      width: 250,
      narrow: 'meta',
      cell: ({ graceDays, firstGraceDay }) => (
        <>
          <span className={classes.phoneLabel}>
            <Trans>Grace period</Trans>:{' '}
          </span>
          {graceDays === null ? <Trans>of the group</Trans> : <Plural value={graceDays} one="# day" other="# days" />}
          <span className="row-meta">
            <Trans>first day</Trans>: {FIRST_GRACE_DAY_LABEL[firstGraceDay]}
          </span>
        </>
      ),
    },
    {
      key: 'notices',
      header: t`Reminders, letters`,
      width: 150,
      below: 820,
      cell: ({ reminderDays, letterDays, copiesBroker }) => (
        <>
          {t`day ${daysText(reminderDays)}; ${daysText(letterDays)}`}
          {copiesBroker && <span className="row-meta">{t`copy to the broker`}</span>}
        </>
      ),
    },
    {
      key: 'end',
      header: t`Coverage ends`,
      width: 250,
      below: 700,
      cell: ({ endRule, endAfterDays }) => (
        <>
          {END_RULE_LABEL[endRule]}
          <span className="row-meta">
            <Plural value={endAfterDays} one="# day after the suspension" other="# days after the suspension" />
          </span>
        </>
      ),
    },
    ...useAmountColumns(),
  ];
}

/** The rules of delinquency by date: for all groups, by carrier and by state. */
export function RulesTab() {
  const { t } = useLingui();
  const mayNot = useWhyNot('billing.post');
  const [edited, setEdited] = useState<DelinquencyRuleRow>();
  const columns = useColumns();
  const { data, error, refetch } = useQuery(orpc.arrears.rules.list.queryOptions({ input: {} }));
  const first = data?.[0];
  return (
    <>
      <div className={classes.toolbar}>
        <p className={classes.quiet}>
          <Trans>
            A state’s rule is used first, then a carrier’s, then that of all groups. A bill has the rule of its due
            date.
          </Trans>
        </p>
        <span className={classes.end}>
          <Button icon={IconPlus} disabledReason={mayNot} onClick={() => first && setEdited({ ...first, setBy: null })}>
            <Trans>Set rule</Trans>
          </Button>
        </span>
      </div>
      <DataTable
        label={t`Rules`}
        columns={columns}
        rows={error ? [] : data}
        rowKey={({ scope, scopeValue, effectiveOn }) => `${scope} ${scopeValue} ${effectiveOn}`}
        rowName={scopeName}
        loadingText={t`Loading the rules...`}
        actionsOnPhone
        actions={(rule) => [
          {
            label: t`Change from a day on`,
            icon: IconPencil,
            onHover: true,
            disabledReason: mayNot,
            onClick: () => setEdited(rule),
          },
        ]}
        empty={
          error && <ErrorState error={error} title={t`The rules could not be loaded`} onRetry={() => void refetch()} />
        }
      />
      {edited && <RuleDialog rule={edited} onClose={() => setEdited(undefined)} />}
    </>
  );
}
