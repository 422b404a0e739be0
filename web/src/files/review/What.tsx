import type { FileChange } from '@openbenefits/contract/files';
import { plural } from '@lingui/core/macro';
import classes from './Review.module.css';

/** What a record changes: in a line, then each field with its old and its new value. */
export function What({
  what,
  differences,
  others = 0,
  groupOnPhone,
}: Pick<FileChange, 'what' | 'differences'> & { others?: number; /** Elsewhere it stands below the name. */ groupOnPhone?: string | null | undefined }) {
  return (
    <span className={classes.what}>
      <span>{what}</span>
      {groupOnPhone && (
        <span className={classes.onPhone}>
          <small>{groupOnPhone}</small>
        </span>
      )}
      {differences.map(({ label, before, after }) => (
        <small key={label}>
          {label}: {before ?? '—'} → {after ?? '—'}
        </small>
      ))}
      {others > 0 && <small>{plural(others, { one: 'and # of the family', other: 'and # of the family' })}</small>}
    </span>
  );
}
