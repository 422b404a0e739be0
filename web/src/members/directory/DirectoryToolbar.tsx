import { COVERAGE_LINES } from '@openbenefits/domain/coverage-line';
import {
  AGE_OUT_DAYS,
  ENROLMENT_DAYS,
  MEMBER_KINDS,
  type MemberKind,
  NEW_DAYS,
  PENDING_DAYS,
} from '@openbenefits/domain/members/directory';
import { MEMBER_STATUSES } from '@openbenefits/domain/members/member-status';
import { COVERAGE_LINE_LABEL, MEMBER_STATUS_LABEL } from '../../domain-labels.ts';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconFilter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { orpc } from '../../api.ts';
import { useDebouncedTerm } from '../../ui/use-debounced-term.ts';
import { Button } from '../../ui/Button.tsx';
import { Select } from '../../ui/Fields.tsx';
import { Menu, MenuHeading, MenuItem } from '../../ui/Menu.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import type { Ask, DirectoryQuestion, MemberFilter } from './directory-address.ts';
import classes from './DirectoryToolbar.module.css';

type Props = { question: DirectoryQuestion; ask: Ask; heading: ReactNode; children?: ReactNode };

function MoreFilters({ filter, ask }: { filter: MemberFilter; ask: Ask }) {
  const { t } = useLingui();
  const plans = useQuery(orpc.directory.plans.queryOptions({ staleTime: 300_000 })).data ?? [];
  const toggle = (change: Partial<MemberFilter>) => {
    const isSet = Object.entries(change).every(([key, value]) => filter[key as keyof MemberFilter] === value);
    const rest = Object.fromEntries(Object.entries(filter).filter(([key]) => !(key in change)));
    ask({ filter: { kind: filter.kind, ...rest, ...(isSet ? {} : change) } });
  };
  const item = (label: string, change: Partial<MemberFilter>) => (
    <MenuItem
      key={label}
      checked={Object.entries(change).every(([key, value]) => filter[key as keyof MemberFilter] === value)}
      onSelect={() => toggle(change)}
    >
      {label}
    </MenuItem>
  );
  return (
    <Menu
      label={t`More filters`}
      renderTrigger={(props) => (
        <Button {...props} icon={IconFilter}>
          <Trans>Filter</Trans>
        </Button>
      )}
    >
      {() => (
        <>
          <MenuHeading>
            <Trans>Enrollment</Trans>
          </MenuHeading>
          {item(t`Added in ${NEW_DAYS} days`, { newWithinDays: NEW_DAYS })}
          {item(t`Coverage starts in ${ENROLMENT_DAYS} days`, { startsWithinDays: ENROLMENT_DAYS })}
          {item(t`Coverage ends in ${ENROLMENT_DAYS} days`, { endsWithinDays: ENROLMENT_DAYS })}
          {item(t`Pending for more than ${PENDING_DAYS} days`, { pendingOverDays: PENDING_DAYS })}
          <MenuHeading>
            <Trans>Needs attention</Trans>
          </MenuHeading>
          {item(t`No SSN on record`, { missing: 'ssn' })}
          {item(t`Turns 26 in ${AGE_OUT_DAYS} days`, { ageOutWithinDays: AGE_OUT_DAYS })}
          <MenuHeading>
            <Trans>Covered today by</Trans>
          </MenuHeading>
          {COVERAGE_LINES.map((line) => item(COVERAGE_LINE_LABEL[line], { line }))}
          <MenuHeading>
            <Trans>Plan</Trans>
          </MenuHeading>
          {plans.map(({ id, name }) => item(name, { planId: id }))}
        </>
      )}
    </Menu>
  );
}

export function DirectoryToolbar({ question, ask, heading, children }: Props) {
  const { t } = useLingui();
  const { filter } = question;
  const { term, change, submit } = useDebouncedTerm(question.search, (search) => ask({ search }));
  const kindLabel: Readonly<Record<MemberKind, string>> = {
    all: t`All Types`,
    subscriber: t`Subscribers`,
    dependent: t`Dependents`,
  };
  const withStatus = (status: string) => {
    const { status: _, ...rest } = filter;
    const wanted = MEMBER_STATUSES.find((one) => one === status);
    ask({ filter: wanted ? { ...rest, status: wanted } : rest });
  };
  return (
    <search className={classes.toolbar}>
      <h2 className={classes.heading}>{heading}</h2>
      <SearchField
        className={classes.search}
        label={t`Search members`}
        placeholder={t`Name, email, ID or job title`}
        value={term}
        onChange={change}
        onSubmit={submit}
        main
      />
      <Select
        className={classes.select}
        hideLabel
        label={t`Status`}
        value={filter.status ?? 'all'}
        choices={[
          { value: 'all', label: t`All Status` },
          ...MEMBER_STATUSES.map((value) => ({ value, label: MEMBER_STATUS_LABEL[value] })),
        ]}
        onChange={withStatus}
      />
      <Select
        className={classes.select}
        hideLabel
        label={t`Type`}
        value={filter.kind ?? 'all'}
        choices={MEMBER_KINDS.map((value) => ({ value, label: kindLabel[value] }))}
        onChange={(kind) => ask({ filter: { ...filter, kind } })}
      />
      <MoreFilters filter={filter} ask={ask} />
      {children}
    </search>
  );
}
