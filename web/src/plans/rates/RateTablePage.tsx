import { useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router';
import { orpc } from '../../api.ts';
import { paths } from '../../paths.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { RateTableView } from './RateTableView.tsx';

/** One version of a plan's rates. */
export function Component() {
  const { t } = useLingui();
  const queries = useQueryClient();
  const { tableId = '' } = useParams();
  const { data: table, error, refetch } = useQuery(orpc.plans.rates.get.queryOptions({ input: { id: tableId } }));
  const [loads, setLoads] = useState(0);
  /** Begins again with what the server has. */
  const reload = async (): Promise<void> => {
    await queries.invalidateQueries({ queryKey: orpc.plans.rates.key() });
    setLoads((count) => count + 1);
  };
  if (table) return <RateTableView key={`${table.id} ${table.status} ${loads}`} table={table} onReload={reload} />;
  const back = { label: t`Back to Rate Tables`, to: paths.plansRates };
  return (
    <>
      <PageHeader title={t`Rate Tables`} back={back} />
      {error ? (
        <ErrorState error={error} title={t`This version could not be loaded`} onRetry={() => void refetch()} />
      ) : (
        <div aria-busy="true">
          <Skeleton width="100%" height={120} />
          <br />
          <Skeleton width="100%" height={420} />
        </div>
      )}
    </>
  );
}
