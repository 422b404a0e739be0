import type { Problem } from '../../errors.ts';
import { StatusSign } from '../../ui/StatusSign.tsx';
import classes from '../../ui/ErrorState.module.css';

/** A server error without a field, above a form's buttons. */
export function SaveProblem({ problem }: { problem: Problem | undefined }) {
  if (!problem) return null;
  return (
    <p className={classes.line} role="alert">
      <StatusSign sign="alert" />
      {problem.message}
    </p>
  );
}
