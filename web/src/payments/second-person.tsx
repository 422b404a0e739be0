import { Trans, useLingui } from '@lingui/react/macro';
import { toastGood } from '../ui/toasts.ts';
import classes from './Payments.module.css';

/** Says in a form that what it saves is a request. */
export function SecondPersonNote() {
  return (
    <p className={classes.text}>
      <Trans>Another person approves the change. It takes effect with the approval.</Trans>
    </p>
  );
}

/** Tells that a change waits, with what it is about. */
export function useToastOfWaiting(): (what: string) => void {
  const { t } = useLingui();
  return (what) => toastGood(t`Waiting for approval`, t`It takes effect when another person approves it: ${what}.`);
}
