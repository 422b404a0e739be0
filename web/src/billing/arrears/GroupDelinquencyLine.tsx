import type { GroupStatus } from '@openbenefits/domain/groups/group-status';
import { formatMoney } from '@openbenefits/domain/money';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { orpc } from '../../api.ts';
import { paths } from '../../paths.ts';
import { DelinquencyBadge, graceNote, isDelinquent } from './arrears-words.tsx';
import classes from './Arrears.module.css';

/** A delinquent group's state on its own page, with the way to its dates and notices; nothing for others. */
export function GroupDelinquencyLine({ groupId, status }: { groupId: string; status: GroupStatus }) {
  const { data } = useQuery(orpc.arrears.state.queryOptions({ input: { groupId } }));
  if (!data || !isDelinquent(data)) return null;
  const note = graceNote(data);
  return (
    <p className={classes.line}>
      <DelinquencyBadge of={data} status={status} />
      <span>
        <Trans>{formatMoney(data.arrears)} past due</Trans>
        {note !== undefined && `, ${note}`}
      </span>
      <Link to={paths.delinquencyOf(groupId)}>
        <Trans>Delinquency</Trans>
      </Link>
    </p>
  );
}
