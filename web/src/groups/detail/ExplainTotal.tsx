import type { PremiumPart } from '@openbenefits/contract/premium-parts';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { CoverageLine } from '@openbenefits/domain/coverage-line';
import { add, type Cents, formatMoney } from '@openbenefits/domain/money';
import { useQuery } from '@tanstack/react-query';
import { orpc } from '../../api.ts';
import { TIER_LABEL } from '../../domain-labels.ts';
import { ExplainPopover } from '../../plans/explain/ExplainPopover.tsx';
import { queryClient } from '../../query-client.ts';
import { DateText } from '../../ui/DateText.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { MoneyText } from '../../ui/MoneyText.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import classes from './ExplainTotal.module.css';
import { lineLabel } from './group-words.ts';

type Props = {
  groupId: string;
  /** Without a line: the premium of all lines. */
  line?: CoverageLine;
  cents: Cents;
};

const optionsOf = ({ groupId }: Props) => orpc.groups.premiumParts.queryOptions({ input: { id: groupId }, gcTime: 0 });

/** "Family" of a plan by tier; a plan with a price for each household says so. */
function usePartLabel(): (part: PremiumPart) => string {
  const { t } = useLingui();
  return ({ planName, tier }) => (tier ? `${planName}, ${TIER_LABEL[tier]}` : t`${planName}, price of each household`);
}

const countAndPrice = ({ subscribers, price }: PremiumPart): string =>
  price === null
    ? subscribers.toLocaleString('en-US')
    : `${subscribers.toLocaleString('en-US')} × ${formatMoney(price)}`;

function Loaded(props: Props) {
  const { t } = useLingui();
  const label = usePartLabel();
  const { data, error, refetch } = useQuery(optionsOf(props));
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton width={280} height={20} />;
  const isOfLine = ({ line }: { line: CoverageLine }) => props.line === undefined || line === props.line;
  const parts = data.parts.filter(isOfLine);
  const held = data.held.filter(isOfLine).reduce((sum, { subscribers }) => sum + subscribers, 0);
  return (
    <>
      <p>
        <Trans>
          Coverage in effect on <DateText date={data.on} />, at the rates of that date.
        </Trans>
      </p>
      <table className={classes.parts}>
        <caption className="sr">{t`Parts of the total`}</caption>
        <thead>
          <tr>
            <th scope="col">{t`Plan and tier`}</th>
            <th scope="col">{t`Subscribers`}</th>
            <th scope="col">{t`Premium`}</th>
          </tr>
        </thead>
        <tbody>
          {parts.map((part) => (
            <tr key={`${part.line}/${part.planId}/${part.tier}/${part.price}`}>
              <th scope="row">{label(part)}</th>
              <td>{countAndPrice(part)}</td>
              <td>
                <MoneyText cents={part.sum} />
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={2}>{t`Total premium`}</th>
            <td>
              <MoneyText cents={add(...parts.map(({ sum }) => sum))} />
            </td>
          </tr>
        </tfoot>
      </table>
      {held > 0 && (
        <p role="note">
          <Plural
            value={held}
            one="# more subscriber has no price and counts in no sum."
            other="# more subscribers have no price and count in no sum."
          />
        </p>
      )}
    </>
  );
}

/** A premium total of a group: a press on it lists the plans and tiers that add up to it. */
export function ExplainTotal(props: Props) {
  const { t } = useLingui();
  const label = usePartLabel();
  const { cents, line } = props;
  const amount = formatMoney(cents);
  const of = line ? lineLabel(line) : t`all coverage lines`;
  const text = () => {
    const parts = queryClient.getQueryData(optionsOf(props).queryKey)?.parts ?? [];
    return [
      t`Monthly premium of ${of}: ${amount}`,
      ...parts
        .filter((part) => line === undefined || part.line === line)
        .map((part) => `${label(part)}: ${countAndPrice(part)} = ${formatMoney(part.sum)}`),
    ].join('\n');
  };
  return (
    <ExplainPopover
      label={t`${amount}, explain the premium of ${of}`}
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
