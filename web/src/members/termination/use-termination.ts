import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import type { RescissionGround } from '@openbenefits/domain/coverage/rescission';
import type { TerminationReason } from '@openbenefits/domain/members/termination';
import { t } from '@lingui/core/macro';
import { keepPreviousData, skipToken, useMutation, useQuery } from '@tanstack/react-query';
import { api, orpc } from '../../api.ts';
import { refreshPeople } from '../../changes/refresh-people.ts';
import { toastUndoable } from '../../changes/use-undo.ts';
import { today } from '../../groups/today.ts';
import { useIdempotencyKey } from '../../idempotency.ts';
import { toastBad } from '../../ui/toasts.ts';

/** Members of one group to terminate or reinstate. */
export type Members = { groupId: string; memberIds: string[]; name: string };
export type EndInput = {
  groupId: string;
  memberIds: string[];
  lastDay: CalendarDate;
  reason: TerminationReason;
  note: string;
  overrideReason: string;
  rescission?: RescissionGround | undefined;
};
type Done = Awaited<ReturnType<typeof api.terminations.end>>;

const people = (count: number): string => (count === 1 ? t`One person` : t`${count} people`);

function tell(title: string, { changeId, people: count, refused }: Done): void {
  toastUndoable(title, people(count), changeId);
  if (refused.length > 0)
    toastBad(refused.map(({ name, problem }) => `${name}: ${problem}`).join(' '), { title: t`Not changed` });
}

/** The preview, fetched again with every change of the form; the last one stays visible until the next arrives. */
export function useEndPreview(input: EndInput | null) {
  return useQuery(
    orpc.terminations.preview.queryOptions({
      input: input ?? skipToken,
      gcTime: 0,
      staleTime: 0,
      refetchOnWindowFocus: false,
      placeholderData: keepPreviousData,
    }),
  );
}

export function useEnd(onDone: () => void) {
  const keys = useIdempotencyKey();
  return useMutation({
    mutationFn: (input: EndInput) => api.terminations.end({ ...input, idempotencyKey: keys.keyFor(input) }),
    onSuccess: async (done, { lastDay }) => {
      keys.settle();
      await refreshPeople();
      tell(lastDay < today() ? t`Coverage terminated` : t`Termination scheduled`, done);
      onDone();
    },
  });
}

export type ReinstateInput = { groupId: string; memberIds: string[]; from?: CalendarDate; reason: string };

export function useReinstatePreview(input: ReinstateInput | null) {
  return useQuery(
    orpc.terminations.reinstatePreview.queryOptions({
      input: input ?? skipToken,
      gcTime: 0,
      staleTime: 0,
      refetchOnWindowFocus: false,
      placeholderData: keepPreviousData,
    }),
  );
}

export function useReinstate(title: string, onDone: () => void) {
  const keys = useIdempotencyKey();
  return useMutation({
    mutationFn: (input: ReinstateInput) => api.terminations.reinstate({ ...input, idempotencyKey: keys.keyFor(input) }),
    onSuccess: async (done) => {
      keys.settle();
      await refreshPeople();
      tell(title, done);
      onDone();
    },
  });
}
