import { GROUP_STATUSES, GROUP_TYPES } from '@openbenefits/domain/groups/group-status';
import { GROUP_STATUS_LABEL, GROUP_TYPE_LABEL } from '../../domain-labels.ts';
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Select } from '../../ui/Fields.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import classes from './GroupsToolbar.module.css';
import type { ListAddress } from './list-address.ts';
import { useDebouncedTerm } from '../../ui/use-debounced-term.ts';

type Props = ListAddress & {
  total: number | undefined;
  /** How many of all it shows, while filters are set. */ description: ReactNode;
};

export function GroupsToolbar({ question, ask, total, description }: Props) {
  const { t } = useLingui();
  const { term, change, submit } = useDebouncedTerm(question.search, (search) => ask({ search }, { replace: true }));
  const count = total?.toLocaleString('en-US');
  return (
    <search className={classes.toolbar}>
      <div className={classes.heading}>
        <h2>{count === undefined ? <Trans>Groups</Trans> : <Trans>Groups ({count})</Trans>}</h2>
        <output className={classes.description}>{description}</output>
      </div>
      <SearchField
        className={classes.search}
        label={t`Search Groups`}
        value={term}
        onChange={change}
        onSubmit={submit}

        main
      />
      <Select
        className={classes.select}
        hideLabel
        label={t`Status`}
        value={question.status}
        choices={[
          { value: 'all', label: t`All Status` },
          ...GROUP_STATUSES.map((value) => ({ value, label: GROUP_STATUS_LABEL[value] })),
        ]}
        onChange={(status) => ask({ status })}
      />
      <Select
        className={classes.select}
        hideLabel
        label={t`Type`}
        value={question.type}
        choices={[
          { value: 'all', label: t`All Types` },
          ...GROUP_TYPES.map((value) => ({ value, label: GROUP_TYPE_LABEL[value] })),
        ]}
        onChange={(type) => ask({ type })}
      />
    </search>
  );
}
