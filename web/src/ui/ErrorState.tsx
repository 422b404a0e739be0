import { Trans, useLingui } from '@lingui/react/macro';
import { problemOf } from '../errors.ts';
import { Button, TextButton } from './Button.tsx';
import classes from './ErrorState.module.css';
import { StatusSign } from './StatusSign.tsx';

type Props = {
  error: unknown;
  /** The screen's own words, where the specification has some. */ title?: string;
  onRetry?: () => void;
};

/** A failed load: what failed, what to do, and the ID that is also in the log. */
export function ErrorState({ error, title, onRetry }: Props) {
  const { t } = useLingui();
  const problem = problemOf(error);
  const { reference } = problem;
  // What does not exist, or may not be seen, is the same a moment later.
  const mayPass = problem.code !== 'NOT_FOUND' && problem.code !== 'FORBIDDEN';
  return (
    <div className={classes.error} role="alert">
      <h2 className={classes.title}>{title ?? t`This could not be loaded`}</h2>
      <p className={classes.text}>{problem.message}</p>
      {onRetry && mayPass && (
        <div className={classes.actions}>
          <Button onClick={onRetry}>
            <Trans>Try again</Trans>
          </Button>
        </div>
      )}
      {reference && (
        <p className={classes.reference}>
          <span>
            <Trans>Request id</Trans> <span className="mono">{reference}</span>
          </span>
          <TextButton onClick={() => void navigator.clipboard.writeText(reference)}>
            <Trans>Copy</Trans>
          </TextButton>
        </p>
      )}
    </div>
  );
}

/** A refusal inside a dialog or above a form's buttons. */
export function ErrorLine({ error }: { error: unknown }) {
  return (
    <p className={classes.line} role="alert">
      <StatusSign sign="alert" />
      {problemOf(error).message}
    </p>
  );
}
