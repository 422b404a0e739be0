import { Trans, useLingui } from '@lingui/react/macro';
import type { MemberRow } from '@openbenefits/contract/members';
import { formatMoney } from '@openbenefits/domain/money';
import { explanationText } from '@openbenefits/domain/plans/price-words';
import { useQuery } from '@tanstack/react-query';
import { orpc } from '../../api.ts';
import { queryClient } from '../../query-client.ts';
import { ExplainPopover } from '../../plans/explain/ExplainPopover.tsx';
import { ExplainedPrices } from '../../plans/explain/ExplainPrice.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { MoneyText } from '../../ui/MoneyText.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';

type Props = { groupId: string; member: Pick<MemberRow, 'id' | 'name' | 'monthlyCost'> };

const optionsOf = ({ groupId, member }: Props) =>
  orpc.members.get.queryOptions({ input: { groupId, memberId: member.id } });

function Loaded(props: Props) {
  const { data, error, refetch } = useQuery(optionsOf(props));
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton width={280} height={20} />;
  return <ExplainedPrices prices={data.rate.prices} total={data.rate.total} owner={{ groupId: props.groupId }} />;
}

/** The premium of a row in a list: a press on the amount loads and shows how it came about. */
export function ExplainCost(props: Props) {
  const { t } = useLingui();
  const { monthlyCost: cents, name } = props.member;
  if (cents === null) return null;
  const amount = formatMoney(cents);
  const text = () => {
    const rate = queryClient.getQueryData(optionsOf(props).queryKey)?.rate;
    return rate ? explanationText(rate.prices, rate.total) : amount;
  };
  return (
    <ExplainPopover
      label={t`${amount}, explain the premium of ${name}`}
      trigger={<MoneyText cents={cents} />}
      title={
        <Trans>
          Why <MoneyText cents={cents} /> per month
        </Trans>
      }
      text={text}
    >
      {() => <Loaded {...props} />}
    </ExplainPopover>
  );
}
