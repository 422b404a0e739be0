import type { ReactNode } from 'react';
import classes from './FormPart.module.css';

/** A titled part of a dialog form, with `note` under the title and `aside` to its right. */
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
