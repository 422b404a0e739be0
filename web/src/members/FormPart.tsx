import type { ReactNode } from 'react';
import classes from './FormPart.module.css';

/** A titled part of a form in a dialog; `note` stands under the title, `aside` at its right. */
export function FormPart({
  title,
  note,
  aside,
  children,
}: {
  title: string;
  note?: ReactNode;
  aside?: ReactNode;
  children: ReactNode;
}) {
  return (
    <fieldset className={classes.part}>
      <legend>{title}</legend>
      {aside && <div className={classes.aside}>{aside}</div>}
      {note && <p className={classes.note}>{note}</p>}
      {children}
    </fieldset>
  );
}
