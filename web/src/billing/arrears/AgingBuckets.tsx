import type { AgingTotals } from '@openbenefits/contract/arrears';
import { AGING_BUCKETS } from '@openbenefits/domain/billing/aging';
import { formatDate } from '@openbenefits/domain/calendar-date';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { AGING_BUCKET_LABEL } from '../../domain-labels.ts';
import { MoneyText } from '../../ui/MoneyText.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import classes from './Arrears.module.css';

type Bucket = AgingTotals['buckets'][number];

function Meaning({ bucket }: { bucket: Bucket }) {
  const { bills, firstDue } = bucket;
  if (firstDue === null) return <Trans>no bills</Trans>;
  if (bucket.bucket === 'current') return <Plural value={bills} one="# bill" other="# bills" />;
  const since = formatDate(firstDue);
  return <Plural value={bills} one={`# bill, due ${since}`} other={`# bills, due since ${since}`} />;
}

/** What the book owes by age, with the shares as a bar (picture 13c). */
export function AgingBuckets({ totals }: { totals: AgingTotals | undefined }) {
  const { t } = useLingui();
  return (
    <section className={classes.buckets} aria-label={t`Aging of the book`}>
      <dl>
        {AGING_BUCKETS.map((bucket) => {
          const own = totals?.buckets.find((one) => one.bucket === bucket);
          return (
            <div key={bucket}>
              <dt>
                <span className={classes.sign} data-bucket={bucket} aria-hidden="true" />
                {AGING_BUCKET_LABEL[bucket]}
              </dt>
              <dd>{own ? <MoneyText cents={own.cents} /> : <Skeleton width={110} height={24} />}</dd>
              <dd className={classes.meaning}>{own && <Meaning bucket={own} />}</dd>
            </div>
          );
        })}
      </dl>
      <div className={classes.bar} aria-hidden="true">
        {totals?.buckets.map(
          ({ bucket, cents }) =>
            cents > 0 && <span key={bucket} data-bucket={bucket} style={{ flexGrow: cents / totals.total }} />,
        )}
      </div>
    </section>
  );
}
