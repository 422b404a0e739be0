import { add, type Cents, fromCents, split } from '@openbenefits/domain/money';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { orpc } from '../api.ts';
import { RECEIVED_BY_LABEL } from '../domain-labels.ts';
import { ErrorLine } from '../ui/ErrorState.tsx';
import { FactsSection } from '../ui/FactsRail.tsx';
import { MoneyText } from '../ui/MoneyText.tsx';
import { shareText } from './payment-words.tsx';
import classes from './MethodShares.module.css';

type Part = { key: string; label: string; cents: Cents; share: number };

/** Payment Methods share of the last twelve months, from the payments; cards count with checks (specification 2). */
export function MethodShares() {
  const { t } = useLingui();
  const { data, error } = useQuery(orpc.payments.methods.list.queryOptions({ input: {} }));
  const of = (key: string, label: string, methods: readonly string[]): Part => {
    const found = data?.filter(({ method }) => methods.includes(method)) ?? [];
    return {
      key,
      label,
      cents: add(...found.map(({ cents }) => cents)),
      share: found.reduce((sum, { volume }) => sum + volume, 0),
    };
  };
  const parts = [
    of('ach', RECEIVED_BY_LABEL.ach, ['ach']),
    of('wire', RECEIVED_BY_LABEL.wire, ['wire']),
    of('check', t`Check and card`, ['check', 'credit_card']),
  ];
  const total = add(...parts.map(({ cents }) => cents));
  // Whole percentages that add up to 100.
  const percents =
    total === 0
      ? []
      : split(
          fromCents(100),
          parts.map(({ cents }) => cents),
        );
  return (
    <FactsSection title={t`Payment Methods`}>
      {error && <ErrorLine error={error} />}
      {data && total === 0 && (
        <p className={classes.note}>
          <Trans>No payment was received in the last 12 months.</Trans>
        </p>
      )}
      {data && total > 0 && (
        <>
          <p className={classes.note}>
            <Trans>All groups, last 12 months, by amount</Trans>
          </p>
          <div className={classes.bar} aria-hidden="true">
            {parts.map(({ key, share }) => (
              <span key={key} data-part={key} style={{ width: shareText(share) }} />
            ))}
          </div>
          <dl className={classes.parts}>
            {parts.map(({ key, label, cents }, index) => (
              <div key={key}>
                <dt>
                  <span className={classes.sign} data-part={key} aria-hidden="true" />
                  {label}
                </dt>
                <dd className="num">{percents[index]}%</dd>
                <dd>
                  <MoneyText cents={cents} />
                </dd>
              </div>
            ))}
            <div data-total>
              <dt>
                <Trans>Received</Trans>
              </dt>
              <dd />
              <dd>
                <MoneyText cents={total} />
              </dd>
            </div>
          </dl>
        </>
      )}
    </FactsSection>
  );
}
