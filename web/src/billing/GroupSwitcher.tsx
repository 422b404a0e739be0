import { Trans, useLingui } from '@lingui/react/macro';
import { IconArrowsExchange } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { orpc } from '../api.ts';
import { problemOf } from '../errors.ts';
import { Button } from '../ui/Button.tsx';
import { closeAround } from '../ui/floating.ts';
import { Popover } from '../ui/Popover.tsx';
import { SearchField } from '../ui/SearchField.tsx';
import { useDebouncedTerm } from '../ui/use-debounced-term.ts';
import classes from './Billing.module.css';

const SHOWN = 8;
type Address = { search: string };
type Props = { current: string | undefined; ofGroup: (groupId: string | undefined) => Address };

function Choices({ current, ofGroup }: Props) {
  const { t } = useLingui();
  const [search, setSearch] = useState('');
  const { term, change, submit } = useDebouncedTerm(search, setSearch);
  const { data, error } = useQuery(
    orpc.groups.list.queryOptions({ input: { search, limit: SHOWN }, placeholderData: keepPreviousData }),
  );
  const total = data?.total ?? 0;
  return (
    <div className={classes.switcher}>
      <SearchField label={t`Group name or CIM number`} value={term} onChange={change} onSubmit={submit} />
      <ul aria-label={t`Groups`}>
        {search === '' && (
          <li>
            <Link
              to={ofGroup(undefined)}
              aria-current={current === undefined ? 'true' : undefined}
              onClick={(event) => closeAround(event.currentTarget)}
            >
              <b>
                <Trans>All groups</Trans>
              </b>
            </Link>
          </li>
        )}
        {data?.rows.map(({ id, name, cim }) => (
          <li key={id}>
            <Link
              to={ofGroup(id)}
              aria-current={current === id ? 'true' : undefined}
              onClick={(event) => closeAround(event.currentTarget)}
            >
              <b>{name}</b>
              <small className="mono">{cim}</small>
            </Link>
          </li>
        ))}
      </ul>
      <output>
        {error && problemOf(error).message}
        {data && total === 0 && <Trans>No groups found</Trans>}
        {total > SHOWN && <Trans>{total.toLocaleString('en-US')} groups. Type to find one.</Trans>}
      </output>
    </div>
  );
}

/** Chooses the group of the dashboard, or all of them. */
export function GroupSwitcher(props: Props) {
  const { t } = useLingui();
  const label = props.current === undefined ? t`Choose a group` : t`Change group`;
  return (
    <Popover
      label={label}
      isDetached
      renderTrigger={(trigger) => (
        <Button {...trigger} icon={IconArrowsExchange}>
          {label}
        </Button>
      )}
      onShown={(box) => box.querySelector('input')?.focus({ preventScroll: true })}
    >
      {() => <Choices {...props} />}
    </Popover>
  );
}
