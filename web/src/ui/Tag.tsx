import type { ReactNode } from 'react';
import './figures.css';

/** What kind of thing it is (group, member, a CIM number): outlined and never coloured. */
export function Tag({ mono, children }: { mono?: boolean; children: ReactNode }) {
  return (
    <span className="tag" data-mono={mono || undefined}>
      {children}
    </span>
  );
}

export function Count({ children }: { children: ReactNode }) {
  return <span className="count">{children}</span>;
}
