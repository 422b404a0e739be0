import { type FeatureFlag, switchedOffText } from '@openbenefits/domain/admin/feature-flags';
import { useQuery } from '@tanstack/react-query';
import { orpc } from './api.ts';
import { useUser } from './session.ts';

/**
 * Why a feature is out of use, where somebody has switched it off and the role may see the switches; undefined
 * otherwise. Whoever may not see them is told by the server's refusal, in the same words.
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
