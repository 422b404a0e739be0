import type { ReactNode } from 'react';
import classes from './SetupSection.module.css';

/** A titled part of a step. */
export function FormSection({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  return (
    <fieldset className={classes.section}>
      <legend>{title}</legend>
      {aside && <div className={classes.aside}>{aside}</div>}
      {children}
    </fieldset>
  );
}

export function StepHeading({
  title,
  children,
  actions,
}: {
  title: string;
  children?: ReactNode;
  actions?: ReactNode;
}) {
  return (
    <div className={classes.heading}>
      <h2 id="setup-step" tabIndex={-1}>
        {title}
      </h2>
      {children && <p>{children}</p>}
      {actions && <div className={classes.actions}>{actions}</div>}
    </div>
  );
}
