import { Trans } from '@lingui/react/macro';
import { type ReactNode, type SyntheticEvent, useEffect } from 'react';
import { Wordmark } from '../shell/Wordmark.tsx';
import { StatusSign } from '../ui/StatusSign.tsx';
import classes from './GatePage.module.css';
import { Ledger } from './Ledger.tsx';

/** Shows the gate's title in the browser tab, and the page's title afterwards. */
function useGateTitle(title: string): void {
  useEffect(() => {
    const before = document.title;
    document.title = `${title} · OpenBenefits`;
    return () => {
      document.title = before;
    };
  }, [title]);
}

export const GATE_ERROR = 'gate-error';

/** The error below the fields, which refer to it as their description. */
export function GateError({ error }: { error: string | null }) {
  if (error === null) return null;
  return (
    <div className={classes.error} id={GATE_ERROR} role="alert">
      <StatusSign sign="alert" />
      {error}
    </div>
  );
}

/** The paper around either entrance. */
export function GateFrame({
  title,
  text,
  onSubmit,
  children,
}: {
  title: string;
  text: string;
  onSubmit: (event: SyntheticEvent) => void;
  children: ReactNode;
}) {
  useGateTitle(title);
  return (
    <main className={classes.gate}>
      <Ledger className={classes.ledger} />
      <form className={classes.form} onSubmit={onSubmit} noValidate>
        <div className={classes.word}>
          <Wordmark />
        </div>
        <h1>{title}</h1>
        <p>{text}</p>
        {children}
      </form>
      <footer className={classes.foot}>
        <span className="num">v2.1</span>
        <span>
          <Trans>HIPAA Compliant • Secure</Trans>
        </span>
      </footer>
    </main>
  );
}
