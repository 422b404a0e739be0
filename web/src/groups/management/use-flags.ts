import { useQuery } from '@tanstack/react-query';
import { orpc } from '../../api.ts';
import { useUser } from '../../session.ts';

/** The feature flags, where the role may see them. */
export function useFlags() {
  const allowed = useUser()?.permissions.includes('compliance.view') === true;
  return { ...useQuery(orpc.admin.flags.list.queryOptions({ enabled: allowed })), allowed };
}
