import type { BillDetail } from '@openbenefits/contract/billing';
import { formatMoney, fromCents } from '@openbenefits/domain/money';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { orpc } from '../../api.ts';
import { ExplainPopover } from '../../plans/explain/ExplainPopover.tsx';
import { queryClient } from '../../query-client.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { type Fact, FactList } from '../../ui/FactsRail.tsx';
import { MoneyText } from '../../ui/MoneyText.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { lineKind, tierName } from '../bill-words.tsx';

type Input = { id: string; line: BillDetail['plans'][number]['line']; planCode: string };
type Row = { tier: Parameters<typeof tierName>[0]; kind: Parameters<typeof lineKind>[0]; lines: number };

const nameOf = ({ tier, kind }: Row): string =>
  kind === 'premium' ? tierName(tier) : `${tierName(tier)}, ${lineKind(kind)}`;

function Loaded({ input }: { input: Input }) {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery(orpc.billing.explainTotal.queryOptions({ input }));
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton width={280} height={20} />;
  const others = data.lines - data.rows.reduce((sum, { lines }) => sum + lines, 0);
  const rest = fromCents(data.total - data.rows.reduce((sum, { total }) => sum + total, 0));
  const facts = data.rows.map((row): Fact => ({
    label: nameOf(row),
    value: (
      <>
        {row.lines.toLocaleString('en-US')} × {formatMoney(row.each)} = {formatMoney(row.total)}
      </>
    ),
  }));
  return (
    <>
      <FactList facts={[...facts, { label: t`Total`, value: <MoneyText cents={data.total} /> }]} />
      {others > 0 && (
        <p>
          <Plural value={others} one="# other line" other="# other lines" />: <MoneyText cents={rest} />
        </p>
      )}
    </>
  );
}

/** The total of a plan on a bill: a press shows how many lines have which amount. */
export function ExplainTotal({
  billId,
  plan,
}: {
  billId: string;
  plan: Pick<BillDetail['plans'][number], 'line' | 'planCode' | 'planName' | 'cents'>;
}) {
  const { t } = useLingui();
  const { line, planCode, planName, cents } = plan;
  const input = { id: billId, line, planCode };
  const amount = formatMoney(cents);
  const text = () => {
    const data = queryClient.getQueryData(orpc.billing.explainTotal.queryOptions({ input }).queryKey);
    return [
      planName,
      ...(data?.rows ?? []).map(
        (row) =>
          `${nameOf(row)}: ${row.lines.toLocaleString('en-US')} × ${formatMoney(row.each)} = ${formatMoney(row.total)}`,
      ),
      amount,
    ].join('\n');
  };
  return (
    <ExplainPopover
      label={t`${amount}, explain the total of ${planName}`}
      trigger={<MoneyText cents={cents} />}
      title={
        <Trans>
          Why <MoneyText cents={cents} />
        </Trans>
      }
      text={text}
    >
      {() => <Loaded input={input} />}
    </ExplainPopover>
  );
}
