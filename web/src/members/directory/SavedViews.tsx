import { Trans, useLingui } from '@lingui/react/macro';
import { IconBookmark, IconTrash } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Link } from 'react-router';
import { orpc } from '../../api.ts';
import { problemOf } from '../../errors.ts';
import { newKey, useIdempotencyKey } from '../../idempotency.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { TextInput } from '../../ui/Fields.tsx';
import { closeAround } from '../../ui/floating.ts';
import { Popover } from '../../ui/Popover.tsx';
import { toastError, toastGood } from '../../ui/toasts.ts';
import classes from './SavedViews.module.css';

const LIST = 'members';

function SaveForm({ address, hasSearch }: { address: string; hasSearch: boolean }) {
  const { t } = useLingui();
  const queries = useQueryClient();
  const keys = useIdempotencyKey();
  const [name, setName] = useState('');
  const save = useMutation(
    orpc.views.save.mutationOptions({
      onSuccess: () => {
        keys.settle();
        toastGood(t`View saved`, name.trim());
        setName('');
        void queries.invalidateQueries({ queryKey: orpc.views.key() });
      },
    }),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const input = { list: LIST, name, address } as const;
    if (!save.isPending) save.mutate({ ...input, idempotencyKey: keys.keyFor(input) });
  };
  const problem = save.error ? problemOf(save.error) : undefined;
  return (
    <form onSubmit={submit} noValidate>
      <TextInput
        label={t`Name of this view`}
        value={name}
        onChange={setName}
        maxLength={60}
        error={problem && (problem.fields.get('name') ?? problem.message)}
        description={hasSearch ? <Trans>Only filters and sort are saved, not the search text.</Trans> : undefined}
      />
      <Button type="submit" busy={save.isPending}>
        <Trans>Save this view</Trans>
      </Button>
    </form>
  );
}

function Views({ address, hasSearch }: { address: string; hasSearch: boolean }) {
  const { t } = useLingui();
  const queries = useQueryClient();
  const { data } = useQuery(orpc.views.list.queryOptions({ input: { list: LIST } }));
  const remove = useMutation(
    orpc.views.remove.mutationOptions({
      onSuccess: () => queries.invalidateQueries({ queryKey: orpc.views.key() }),
      onError: (error) => toastError(error),
    }),
  );
  return (
    <div className={classes.views}>
      {data && data.length > 0 && (
        <ul>
          {data.map((view) => (
            <li key={view.id}>
              <Link to={view.address} onClick={(event) => closeAround(event.currentTarget)}>
                {view.name}
              </Link>
              <IconButton
                icon={IconTrash}
                label={t`Delete ${view.name}`}
                size="small"
                onClick={() => remove.mutate({ id: view.id, idempotencyKey: newKey() })}
              />
            </li>
          ))}
        </ul>
      )}
      {data?.length === 0 && (
        <p>
          <Trans>No saved views yet. Set filters, then save them under a name.</Trans>
        </p>
      )}
      <SaveForm address={address} hasSearch={hasSearch} />
    </div>
  );
}

/** Filters and sort under a name, for this person only. */
export function SavedViews({ address, hasSearch }: { address: string; hasSearch: boolean }) {
  const { t } = useLingui();
  return (
    <Popover
      label={t`Saved views`}
      renderTrigger={(props) => (
        <Button {...props} icon={IconBookmark}>
          <Trans>Views</Trans>
        </Button>
      )}
    >
      {() => <Views address={address} hasSearch={hasSearch} />}
    </Popover>
  );
}
