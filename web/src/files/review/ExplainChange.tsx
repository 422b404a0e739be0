import type { FileChange, FileJob } from '@openbenefits/contract/files';
import type { ExplainedChange } from '@openbenefits/contract/price-explanation';
import { Trans, useLingui } from '@lingui/react/macro';
import { add, type Cents, formatMoney } from '@openbenefits/domain/money';
import { explanationText } from '@openbenefits/domain/plans/price-words';
import { useQuery } from '@tanstack/react-query';
import { orpc } from '../../api.ts';
import { ExplainPopover } from '../../plans/explain/ExplainPopover.tsx';
import { ExplainedPrices } from '../../plans/explain/ExplainPrice.tsx';
import { queryClient } from '../../query-client.ts';
import { DateText } from '../../ui/DateText.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { MoneyText } from '../../ui/MoneyText.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import classes from './ExplainChange.module.css';

type Props = { job: Pick<FileJob, 'id' | 'status'>; change: FileChange };

const optionsOf = ({ job, change: { recordNo } }: Props) =>
  orpc.files.explainChange.queryOptions({ input: { id: job.id, recordNo }, gcTime: 0 });

const totalOf = (prices: ExplainedChange['before']): Cents =>
  add(...prices.map(({ monthly }) => monthly ?? (0 as Cents)));

/** One side of the difference: the family's plans with their steps, or that it has none. */
function Side({ heading, prices, groupId }: { heading: string; prices: ExplainedChange['before']; groupId: string }) {
  const total = totalOf(prices);
  return (
    <section className={classes.side} aria-label={heading}>
      <h5>
        {heading} <MoneyText cents={total} />
      </h5>
      {prices.length === 0 ? (
        <p>
          <Trans>No coverage on this date.</Trans>
        </p>
      ) : (
        <ExplainedPrices prices={prices} total={total} owner={{ groupId }} />
      )}
    </section>
  );
}

function Loaded(props: Props) {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery(optionsOf(props));
  const { groupId } = props.change;
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton width={280} height={20} />;
  const { on, before, after, change, isCurrent } = data;
  return (
    <>
      <p>
        <Trans>
          Premium of the family per month at the rates of <DateText date={on} />, in the order of the file.
        </Trans>
      </p>
      {!isCurrent && (
        <p role="note">
          <Trans>
            Members or rates changed after this preview. The difference is now <MoneyText cents={change} difference />.
            Recalculate the preview to update the row.
          </Trans>
        </p>
      )}
      <Side heading={t`Before`} prices={before} groupId={groupId} />
      <Side heading={t`After`} prices={after} groupId={groupId} />
    </>
  );
}

/** The premium difference of a row of the preview: while the file is held, a press on it explains both sides. */
export function ExplainChange(props: Props) {
  const { t } = useLingui();
  const { premiumChange: cents, person } = props.change;
  if (cents === 0 || props.job.status !== 'held') return <MoneyText cents={cents} difference />;
  const amount = `${cents > 0 ? '+' : ''}${formatMoney(cents)}`;
  const text = () => {
    const data = queryClient.getQueryData(optionsOf(props).queryKey);
    if (!data) return amount;
    return [
      t`Before: ${formatMoney(totalOf(data.before))}`,
      explanationText(data.before),
      t`After: ${formatMoney(totalOf(data.after))}`,
      explanationText(data.after),
    ]
      .filter((part) => part !== '')
      .join('\n\n');
  };
  return (
    <ExplainPopover
      label={t`${amount}, explain the premium difference of ${person}`}
      trigger={<MoneyText cents={cents} difference />}
      title={
        <Trans>
          Why <MoneyText cents={cents} difference /> per month
        </Trans>
      }
      text={text}
    >
      {() => <Loaded {...props} />}
    </ExplainPopover>
  );
}
