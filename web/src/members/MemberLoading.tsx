import { useLingui } from '@lingui/react/macro';
import { Skeleton } from '../ui/Skeleton.tsx';
import classes from './MemberRecord.module.css';

const WIDTHS = [
  [44, 140],
  [72, 90],
  [60, 110],
  [40, 150],
  [64, 120],
  [52, 100],
] as const;

/** Has the record's layout, so that nothing moves when it loads. */
export function MemberLoading() {
  const { t } = useLingui();
  return (
    <div className={classes.two} aria-busy="true">
      <output className="sr">{t`Loading the record...`}</output>
      {['left', 'right'].map((side) => (
        <div key={side} className={classes.loading}>
          {WIDTHS.map(([label, value]) => (
            <div key={label}>
              <Skeleton width={label} />
              <Skeleton width={value} />
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}
