import type { ReactNode } from 'react';
import { type Fact, FactList } from '../../ui/FactsRail.tsx';
import classes from './FactPanel.module.css';

/** A titled panel of facts in two columns, read down the first, then down the second. */
export function FactPanel({
  title,
  action,
  facts,
  children,
}: {
  title: string;
  action?: ReactNode;
  facts: readonly Fact[];
  children?: ReactNode;
}) {
  const half = Math.ceil(facts.length / 2);
  return (
    <section className={`panel ${classes.panel}`}>
      <div className={classes.head}>
        <h2>{title}</h2>
        {action}
      </div>
      <div className={classes.columns}>
        <FactList facts={facts.slice(0, half)} />
        <FactList facts={facts.slice(half)} />
      </div>
      {children}
    </section>
  );
}

/** A heading over content with its own frame, such as a table. */
export function Part({ title, action, children }: { title: string; action?: ReactNode; children: ReactNode }) {
  return (
    <section className={classes.part}>
      <div className={classes.head}>
        <h2>{title}</h2>
        {action}
      </div>
      {children}
    </section>
  );
}
