import { Trans, useLingui } from '@lingui/react/macro';
import type { Contribution } from '@openbenefits/contract/contributions';
import type { GroupDetail } from '@openbenefits/contract/groups';
import { contributionRuleWords } from '@openbenefits/domain/plans/contribution-rule-words';
import { addDays } from '@openbenefits/domain/calendar-date';
import { useQuery } from '@tanstack/react-query';
import { IconCalendarX, IconPencil } from '@tabler/icons-react';
import { useState } from 'react';
import { orpc } from '../../api.ts';
import { COVERAGE_LINE_LABEL } from '../../domain-labels.ts';
import { priceText } from '../../plans/price-text.ts';
import { Button } from '../../ui/Button.tsx';
import type { Column } from '../../ui/data-table-types.ts';
import { DataTable } from '../../ui/DataTable.tsx';
import { DateText } from '../../ui/DateText.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { ContributionDialog, EndContributionDialog } from '../edit/ContributionDialog.tsx';
import { useEditReason } from '../edit/use-edit-reason.ts';
import classes from './ContributionsPanel.module.css';
import { Part } from './FactPanel.tsx';

type Asked = { what: 'set'; rule: Contribution | null } | { what: 'end'; rule: Contribution };

/** Who a rule is for, in words. */
function useWhoWords(): (rule: Pick<Contribution, 'className' | 'locationName' | 'line'>) => string {
  const { t } = useLingui();
  return ({ className, locationName, line }) => {
    const parts = [className, locationName, line && COVERAGE_LINE_LABEL[line]].filter((part) => part !== null);
    return parts.length === 0 ? t`Everyone, all coverage lines` : parts.join(' · ');
  };
}

export const contributionText = ({ rule, planName }: Pick<Contribution, 'rule' | 'planName'>): string =>
  priceText(contributionRuleWords(rule, () => planName ?? undefined));

function useColumns(): readonly Column<Contribution>[] {
  const { t } = useLingui();
  const who = useWhoWords();
  return [
    { key: 'who', header: t`For`, narrow: 'name', cell: (rule) => <span className="row-name">{who(rule)}</span> },
    { key: 'rule', header: t`Employer pays`, narrow: 'meta', cell: contributionText },
    { key: 'from', header: t`From`, width: 120, narrow: 'amount', cell: ({ from }) => <DateText date={from} /> },
    {
      key: 'until',
      header: t`Through`,
      width: 120,
      below: 700,
      cell: ({ until }) => <DateText date={until && addDays(until, -1)} unknownReason={t`No end`} />,
    },
  ];
}

/** What the employer pays: the group's percentage, and the rules that are more exact. */
export function ContributionsPanel({ group }: { group: GroupDetail }) {
  const { t } = useLingui();
  const reason = useEditReason();
  const who = useWhoWords();
  const columns = useColumns();
  const [asked, setAsked] = useState<Asked>();
  const found = useQuery(orpc.groups.contributions.list.queryOptions({ input: { id: group.id } }));
  const percent = group.employerContributionPercent;
  return (
    <Part
      title={t`Employer contributions`}
      action={
        <Button size="small" disabledReason={reason} onClick={() => setAsked({ what: 'set', rule: null })}>
          <Trans>Add Contribution</Trans>
        </Button>
      }
    >
      {found.isError ? (
        <ErrorState
          error={found.error}
          title={t`The contributions could not be loaded`}
          onRetry={() => void found.refetch()}
        />
      ) : found.data?.rules.length === 0 ? (
        <p className={`panel ${classes.base}`}>
          <Trans>
            The employer pays {percent}% of every premium, for everyone. Add a contribution for other rules by class,
            location or coverage line.
          </Trans>
        </p>
      ) : (
        <DataTable
          label={t`Employer contributions`}
          rows={found.data?.rules}
          rowKey={({ id }) => id}
          rowName={who}
          empty={null}
          columns={columns}
          actions={(rule) => [
            {
              label: t`Change…`,
              icon: IconPencil,
              onHover: true,
              disabledReason: reason,
              onClick: () => setAsked({ what: 'set', rule }),
            },
            {
              label: t`End…`,
              icon: IconCalendarX,
              danger: true,
              disabledReason: reason,
              onClick: () => setAsked({ what: 'end', rule }),
            },
          ]}
        />
      )}
      {found.data !== undefined && found.data.rules.length > 0 && (
        <p className={classes.rest}>
          <Trans>The most exact rule holds. Where none does, the employer pays {percent}% of the premium.</Trans>
        </p>
      )}
      {asked?.what === 'set' && (
        <ContributionDialog group={group} rule={asked.rule} onClose={() => setAsked(undefined)} />
      )}
      {asked?.what === 'end' && (
        <EndContributionDialog
          group={group}
          rule={asked.rule}
          name={who(asked.rule)}
          onClose={() => setAsked(undefined)}
        />
      )}
    </Part>
  );
}
