import { useLingui } from '@lingui/react/macro';
import { IconCopy } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { IconButton } from './Button.tsx';
import classes from './FactsRail.module.css';
import { toastGood } from './toasts.ts';

export type Fact = {
  label: string;
  value: ReactNode;
  note?: ReactNode;
  mono?: boolean;
  total?: boolean;
  /** Its label is a sentence and takes the remaining width. */
  sentence?: boolean;
  /** Text that a copy button next to the value copies. */
  copy?: string;
};

/** Content on the left, facts on the right; below 940 px the facts follow the content. */
export function Detail({ children, rail }: { children: ReactNode; rail: ReactNode }) {
  return (
    <div className={classes.frame}>
      <div className={classes.detail}>
        <div className={classes.content}>{children}</div>
        {rail}
      </div>
    </div>
  );
}

export function FactsRail({ label, children }: { label: string; children: ReactNode }) {
  return (
    <aside className={classes.rail} aria-label={label}>
      {children}
    </aside>
  );
}

function CopyButton({ label, text }: { label: string; text: string }) {
  const { t } = useLingui();
  const copy = () =>
    void navigator.clipboard.writeText(text).then(() => {
      toastGood(t`Copied`);
    });
  return (
    <span className={classes.copy}>
      <IconButton icon={IconCopy} size="small" label={t`Copy ${label}`} onClick={copy} />
    </span>
  );
}

export function FactList({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={classes.facts}>
      {facts.map(({ label, value, note, mono, total, sentence, copy }) => (
        <div key={label} data-total={total || undefined} data-sentence={sentence || undefined}>
          <dt>{label}</dt>
          <dd data-mono={mono || undefined}>
            {value}
            {copy !== undefined && <CopyButton label={label} text={copy} />}
            {note && <small>{note}</small>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** One titled block of the rail; `action` is a small link at the right of its heading. */
export function FactsSection({
  title,
  action,
  facts,
  children,
}: {
  title: string;
  action?: ReactNode;
  facts?: readonly Fact[];
  children?: ReactNode;
}) {
  return (
    <section className={classes.section}>
      <h3 className={classes.heading}>
        <span>{title}</span>
        {action}
      </h3>
      {facts && <FactList facts={facts} />}
      {children}
    </section>
  );
}
