import type { FileChange } from '@openbenefits/contract/files';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useDebouncedTerm } from '../../ui/use-debounced-term.ts';
import { Select } from '../../ui/Fields.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import classes from './Review.module.css';

type Action = FileChange['action'];
const KINDS = ['added', 'changed', 'ended', 'reinstated'] as const satisfies readonly Action[];

/**
 * Which people of a file show. The kind of change stands in the address, so that a figure leads to its list; a name
 * never does.
 */
export function usePeopleFilter(actions: readonly Action[]) {
  const [parameters, setParameters] = useSearchParams();
  const [search, setSearch] = useState('');
  const kind = KINDS.find((one) => one === parameters.get('change') && actions.includes(one));
  const choose = (next: string): void =>
    setParameters(
      (before) => {
        if (next === 'all') before.delete('change');
        else before.set('change', next);
        return before;
      },
      { replace: true, preventScrollReset: true },
    );
  // What is taken away altogether is shown as ended too.
  const wanted: readonly Action[] = kind === undefined ? actions : kind === 'ended' ? ['ended', 'voided'] : [kind];
  return { search, setSearch, kind, choose, wanted, isNarrowed: search !== '' || kind !== undefined };
}

type Props = {
  filter: ReturnType<typeof usePeopleFilter>;
  kinds: boolean;
  /** What can be done with all whom it shows. */ children?: ReactNode;
};

/** Search by name and, where several kinds of change may show, the kind. */
export function PeopleFilter({ filter, kinds, children }: Props) {
  const { t } = useLingui();
  const { term, change, submit } = useDebouncedTerm(filter.search, filter.setSearch);
  const labels: Readonly<Record<(typeof KINDS)[number], string>> = {
    added: t`Added`,
    changed: t`Changed`,
    ended: t`Terminated`,
    reinstated: t`Reinstated`,
  };
  return (
    <search className={classes.filter} aria-label={t`Filter people`}>
      <SearchField
        label={t`Search this file's people`}
        placeholder={t`Search people`}
        value={term}
        onChange={change}
        onSubmit={submit}
      />
      {kinds && (
        <Select
          label={t`Change`}
          hideLabel
          value={filter.kind ?? 'all'}
          choices={[
            { value: 'all', label: t`All changes` },
            ...KINDS.map((value) => ({ value, label: labels[value] })),
          ]}
          onChange={filter.choose}
        />
      )}
      {children && <div className={classes.ofShown}>{children}</div>}
    </search>
  );
}
