import type { ReactNode } from 'react';
import { type Fact, FactList } from '../ui/FactsRail.tsx';
import { Count } from '../ui/Tag.tsx';
import classes from './MemberRecord.module.css';

export function MemberSection({
  title,
  count,
  facts,
  children,
}: {
  title: string;
  count?: number | undefined;
  facts?: readonly Fact[];
  children?: ReactNode;
}) {
  return (
    <section className={classes.section}>
      <h3>
        {title}
        {count !== undefined && <Count>{count}</Count>}
      </h3>
      {facts && <FactList facts={facts} />}
      {children}
    </section>
  );
}
