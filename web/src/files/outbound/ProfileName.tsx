import { useLingui } from '@lingui/react/macro';
import { Tag } from '../../ui/Tag.tsx';
import classes from './Outbound.module.css';

/** A carrier profile in a list; that its files are tests is never cut off with a long name. */
export function ProfileName({ name, usage }: { name: string; usage: 'T' | 'P' }) {
  const { t } = useLingui();
  return (
    <span className={classes.name}>
      <span className="row-name trunc">{name}</span>
      {usage === 'T' && <Tag>{t`Test`}</Tag>}
    </span>
  );
}
