import { type FeatureFlag, switchedOffText } from '@openbenefits/domain/admin/feature-flags';
import { useQuery } from '@tanstack/react-query';
import { orpc } from './api.ts';
import { useUser } from './session.ts';

/**
 * Returns why a feature is unavailable if it is turned off and the role may see feature flags; otherwise undefined, and
 * the server's rejection has the same message.
 */
export function useSwitchedOff(flag: FeatureFlag): string | undefined {
  const user = useUser();
  const { data } = useQuery(
    orpc.admin.flags.list.queryOptions({
      enabled: user?.permissions.includes('compliance.view') === true,
      staleTime: 60_000,
    }),
  );
  return data?.some(({ name, enabled }) => name === flag && !enabled) ? switchedOffText(flag) : undefined;
}
