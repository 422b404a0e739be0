import { sharedTaxIdRefusal } from '@openbenefits/domain/groups/tax-id';
import type { Problem } from '@openbenefits/domain/refusal';
import { skipToken, useQuery } from '@tanstack/react-query';
import { type api, orpc } from '../../api.ts';

export type GroupWithTaxId = Awaited<ReturnType<typeof api.groups.withTaxId>>[number];
export type SharedTaxId = {
  readonly others: readonly GroupWithTaxId[];
  /** What is missing as long as another group has the tax ID and no reason is given. */
  readonly problemsOf: (reason: string) => Problem[];
};

/** The other groups with a tax ID, asked for once it is complete. The cache forgets it with the form. */
export function useSharedTaxId(taxId: string, exceptId?: string): SharedTaxId {
  const isComplete = /^\d{2}-?\d{7}$/.test(taxId.trim());
  const { data: others = [] } = useQuery(
    orpc.groups.withTaxId.queryOptions({
      input: isComplete ? { taxId: taxId.trim(), ...(exceptId && { exceptId }) } : skipToken,
      gcTime: 0,
      staleTime: 60_000,
    }),
  );
  return {
    others,
    problemsOf: (reason) => {
      const message = sharedTaxIdRefusal(others, reason);
      return message ? [{ path: 'sharedTaxIdReason', message }] : [];
    },
  };
}
