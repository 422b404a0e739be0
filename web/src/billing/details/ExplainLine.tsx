import type { LineCause, LineExplanation } from '@openbenefits/contract/bill-explanation';
import type { BillLineRow } from '@openbenefits/contract/billing';
import { type Cents, formatMoney, fromCents } from '@openbenefits/domain/money';
import { explanationText } from '@openbenefits/domain/plans/price-words';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { orpc } from '../../api.ts';
import { paths } from '../../paths.ts';
import { ExplainPopover } from '../../plans/explain/ExplainPopover.tsx';
import { ExplainedPrices } from '../../plans/explain/ExplainPrice.tsx';
import { queryClient } from '../../query-client.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { FactList } from '../../ui/FactsRail.tsx';
import { MoneyText } from '../../ui/MoneyText.tsx';
import { monthName } from '../../ui/month-name.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { TimeAgo } from '../../ui/TimeAgo.tsx';
import { lineKind } from '../bill-words.tsx';
import { creditLimitSentences } from '../credit-limit-words.ts';
import { Cause, causeText, ChangeDialog } from '../Cause.tsx';

type Props = { billId: string; line: Pick<BillLineRow, 'place' | 'name' | 'cents'> };

/** The rows that lead from what was billed before to an adjustment. */
function useComparison(): (explanation: LineExplanation) => { label: string; cents: Cents | null }[] {
  const { t } = useLingui();
  return ({ comparison, cents }) => {
    if (comparison === null) return [];
    const { billedBefore, expected, withheld } = comparison;
    return [
      { label: t`Billed before`, cents: billedBefore },
      { label: t`As it should be`, cents: expected },
      ...(withheld === 0 ? [] : [{ label: t`Not credited`, cents: withheld }]),
      { label: t`This line`, cents },
    ];
  };
}

/** What a line of a kind without a price of its own is for, sentence by sentence. */
function useReasons(): (explanation: LineExplanation) => string[] {
  const { t } = useLingui();
  return ({ kind, coveredMonth, cents, limit, freeDays, note }) => {
    const month = monthName(coveredMonth);
    const amount = formatMoney(fromCents(Math.abs(cents)));
    if (limit) return creditLimitSentences(limit, coveredMonth);
    if (kind === 'uncredited')
      return [
        t`Coverage of ${month} was reinstated. ${amount} that an earlier bill did not credit is released here, so the month is paid once.`,
      ];
    if (kind === 'waiver')
      return freeDays
        ? [
            t`A newborn is free of charge for the first ${freeDays} days by the rule of the plan. ${amount} of ${month} is waived; the charge itself is on its own line.`,
          ]
        : [t`${amount} of the premium of ${month} is waived by a rule of the plan.`];
    if (kind === 'credit') return [...(note ? [note] : []), t`${amount} is credited to ${month}.`];
    return [];
  };
}

function Comparison({ data }: { data: LineExplanation }) {
  const rows = useComparison()(data);
  if (rows.length === 0) return null;
  return (
    <section>
      <FactList facts={rows.map(({ label, cents }) => ({ label, value: <MoneyText cents={cents} /> }))} />
    </section>
  );
}

function Reasons({ data }: { data: LineExplanation }) {
  const reasons = useReasons()(data);
  return reasons.length === 0 ? null : (
    <section>
      {reasons.map((reason) => (
        <p key={reason}>{reason}</p>
      ))}
    </section>
  );
}

function Loaded({ input, onShow }: { input: { id: string; place: number }; onShow: (cause: LineCause) => void }) {
  const { data, error, refetch } = useQuery(orpc.billing.explainLine.queryOptions({ input }));
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton width={280} height={20} />;
  const { price, groupId, subscriberId, name, kind, coveredMonth, knownAt } = data;
  const isOwn = kind === 'credit';
  const month = monthName(coveredMonth);
  return (
    <>
      <section>
        <p>
          <Link to={paths.groupMember(groupId, subscriberId)}>{name}</Link>
        </p>
        <p>
          {lineKind(kind)}, {month}. <Trans>As known at the cut-off of the bill,</Trans> <TimeAgo instant={knownAt} />.
        </p>
      </section>
      <Comparison data={data} />
      <Reasons data={data} />
      {data.comparison !== null && (
        <section>
          <p>
            <Trans>Cause:</Trans> <Cause cause={data.cause} onShow={onShow} />
          </p>
        </section>
      )}
      {isOwn ? null : price === null ? (
        <p>
          <Trans>{name} had no coverage by this plan in the month, so nothing should be billed.</Trans>
        </p>
      ) : (
        <ExplainedPrices prices={[price]} total={price.monthly} owner={{ groupId }} />
      )}
    </>
  );
}

/** The amount of a bill line: a press loads and shows how it came about, as known at the bill's cut-off. */
export function ExplainLine({ billId, line }: Props) {
  const { t } = useLingui();
  const comparisonOf = useComparison();
  const reasonsOf = useReasons();
  const [shown, setShown] = useState<LineCause>();
  // The change opens over everything, which the box with the explanation would be above.
  const show = (cause: LineCause) => {
    document.querySelector<HTMLElement>(':popover-open')?.hidePopover();
    setShown(cause);
  };
  const { place, name, cents } = line;
  const input = { id: billId, place };
  const amount = formatMoney(cents);
  const text = () => {
    const data = queryClient.getQueryData(orpc.billing.explainLine.queryOptions({ input }).queryKey);
    if (!data) return amount;
    return [
      ...comparisonOf(data).map((row) => `${row.label}: ${row.cents === null ? '—' : formatMoney(row.cents)}`),
      ...reasonsOf(data),
      ...(data.cause ? [causeText(data.cause)] : []),
      ...(data.price ? [explanationText([data.price], data.price.monthly ?? fromCents(0))] : []),
    ].join('\n');
  };
  return (
    <>
      <ExplainPopover
        label={t`${amount}, explain the line of ${name}`}
        trigger={<MoneyText cents={cents} />}
        title={
          <Trans>
            Why <MoneyText cents={cents} />
          </Trans>
        }
        text={text}
      >
        {() => <Loaded input={input} onShow={show} />}
      </ExplainPopover>
      {shown && <ChangeDialog cause={shown} onClose={() => setShown(undefined)} />}
    </>
  );
}
