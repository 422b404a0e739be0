import type { FileChange } from '@openbenefits/contract/files';
import { plural } from '@lingui/core/macro';
import { rowWords } from '../file-words.ts';
import classes from './Review.module.css';

/**
 * What a record changes: each field with its old and its new value, then the whole in a line; that alone where nothing
 * stood before.
 */
export function What({
  what,
  remarks,
  differences,
  others = 0,
  groupOnPhone,
}: Pick<FileChange, 'what' | 'remarks' | 'differences'> & {
  others?: number;
  /** Elsewhere it stands below the name. */ groupOnPhone?: string | null | undefined;
}) {
  const said = rowWords(what, remarks);
  return (
    <span className={classes.what}>
      {differences.map(({ label, before, after }) => (
        <span key={label} className={classes.differs}>
          {label}: {before ?? '—'} → {after ?? '—'}
        </span>
      ))}
      {differences.length === 0 ? <span>{said}</span> : <small>{said}</small>}
      {groupOnPhone && (
        <span className={classes.onPhone}>
          <small>{groupOnPhone}</small>
        </span>
      )}
      {others > 0 && <small>{plural(others, { one: 'and # of the family', other: 'and # of the family' })}</small>}
    </span>
  );
}
