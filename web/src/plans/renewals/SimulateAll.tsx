import type { RenewalSimulation } from '@openbenefits/contract/renewals';
import { formatDate } from '@openbenefits/domain/calendar-date';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { api, orpc } from '../../api.ts';
import { problemOf } from '../../errors.ts';
import { newKey } from '../../idempotency.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/Button.tsx';
import { ErrorLine } from '../../ui/ErrorState.tsx';
import { DateInput } from '../../ui/Fields.tsx';
import { Progress } from '../../ui/Progress.tsx';
import { TimeAgo } from '../../ui/TimeAgo.tsx';
import { Toggle } from '../../ui/Toggle.tsx';
import classes from './Renewals.module.css';

const POLL_MS = 1500;
const isOpen = ({ status }: RenewalSimulation): boolean => status === 'queued' || status === 'running';

function Row({ one }: { one: RenewalSimulation }) {
  const { t } = useLingui();
  const day = formatDate(one.renewsOn);
  const percent = one.groupsTotal === 0 ? 0 : Math.round((one.groupsDone * 100) / one.groupsTotal);
  return (
    <li>
      <Link to={paths.renewalSimulation(one.id)}>
        <Trans>All groups on {day}</Trans>
      </Link>
      {one.withDrafts && <small>{t`with draft rates`}</small>}
      {isOpen(one) ? (
        <Progress label={t`Simulation of all groups`} percent={percent} />
      ) : (
        <small>
          {one.requestedBy}, <TimeAgo instant={one.requestedAt} />
        </small>
      )}
    </li>
  );
}

/** Starts a simulation of all groups, and shows those of before with their progress. */
export function SimulateAll({ nextJanuary }: { nextJanuary: string }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const [renewsOn, setRenewsOn] = useState(nextJanuary);
  const [withDrafts, setWithDrafts] = useState(false);
  const simulations = useQuery(
    orpc.renewals.simulations.queryOptions({
      input: {},
      refetchInterval: ({ state: { data } }) => (data?.some(isOpen) ? POLL_MS : false),
    }),
  );
  const start = useMutation({
    mutationFn: () => api.renewals.simulateAll({ renewsOn: renewsOn, withDrafts, idempotencyKey: newKey() }),
    onSuccess: () => client.invalidateQueries({ queryKey: orpc.renewals.simulations.key() }),
  });
  const problem = start.error ? problemOf(start.error).fields.get('renewsOn') : undefined;
  return (
    <section aria-label={t`Simulation of all groups`}>
      <div className={classes.simulate}>
        <DateInput
          label={t`All groups renew on`}
          value={renewsOn}
          onChange={setRenewsOn}
          {...(problem && { error: problem })}
        />
        <Toggle id="all-with-drafts" label={t`Use draft rates`} checked={withDrafts} onChange={setWithDrafts} />
        <Button busy={start.isPending} onClick={() => start.mutate()}>
          <Trans>Simulate all groups</Trans>
        </Button>
      </div>
      {start.error && !problem && <ErrorLine error={start.error} />}
      {simulations.data && simulations.data.length > 0 && (
        <ul className={classes.simulations}>
          {simulations.data.slice(0, 5).map((one) => (
            <Row key={one.id} one={one} />
          ))}
        </ul>
      )}
    </section>
  );
}
