import type { FileChange } from '@openbenefits/contract/files';
import { plural, t } from '@lingui/core/macro';
import type { CoverageLine } from '@openbenefits/domain/coverage-line';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, orpc } from '../../api.ts';
import { newKey } from '../../idempotency.ts';
import { focusHeading } from '../../ui/focus-return.ts';
import { toastError, toastGood } from '../../ui/toasts.ts';

const tellEnded = (ended: number): void =>
  toastGood(
    t`Coverage terminated`,
    plural(ended, {
      one: '# person, with their dependents. You can undo it in the group’s activity.',
      other: '# people, with their dependents. You can undo it in the group’s activity.',
    }),
  );

type Waiting = { id: string; digest: string };

/** What a person can do with a rehearsed file; each asks the job and its lists anew afterwards. */
export function useReview(id: string) {
  const queries = useQueryClient();
  const refresh = () => queries.invalidateQueries({ queryKey: orpc.files.key() });
  const firstBy = () => queries.getQueryData(orpc.files.job.queryKey({ input: { id } }))?.secondApproval?.first?.by;
  const tellTakenBack = (by: string | undefined): void => {
    if (by !== undefined && firstBy() === undefined)
      toastGood(t`First approval withdrawn`, t`${by} approved something else. The file is awaiting approval again.`);
  };
  const choose = useMutation({
    mutationFn: (input: {
      recordNos?: number[];
      actions?: FileChange['action'][];
      search?: string;
      excluded: boolean;
    }) => api.files.choose({ id, ...input, idempotencyKey: newKey() }),
    // Nothing comes of a box by itself: what was ticked when the session ended is sent after the next sign-in.
    meta: { again: true },
    onMutate: firstBy,
    // Without a connection nothing is asked anew for a while, and what was shown ahead of the answer is taken back at
    // once.
    onSettled: async (_done, error, _input, by) => {
      if (error) void refresh();
      else await refresh().then(() => tellTakenBack(by));
    },
    onError: (error) => toastError(error),
  });
  const decide = useMutation({
    mutationFn: (input: { memberIds?: string[]; line?: CoverageLine; decision: 'end' | 'keep' }) =>
      api.files.decideMissing({ id, ...input, idempotencyKey: newKey() }),
    onMutate: firstBy,
    onSuccess: async ({ ended, waitsForSecond }, _input, by) => {
      await refresh();
      tellTakenBack(by);
      if (waitsForSecond)
        toastGood(t`Second approval asked for`, t`No coverage is terminated until another user approves it too.`);
      if (ended > 0) tellEnded(ended);
    },
    onError: (error) => toastError(error),
  });
  const approveEnds = useMutation({
    // Exactly the ends that the page has shown, which the digest says.
    mutationFn: ({ approval }: { approval: Waiting; people: number }) =>
      api.approvals.approve({ ...approval, idempotencyKey: newKey() }),
    onSuccess: async (_done, { people }) => {
      await refresh();
      focusHeading();
      tellEnded(people);
    },
    onError: (error) => {
      toastError(error);
      void refresh();
    },
  });
  const approve = useMutation({
    // The second person approves exactly what the first has asked about.
    mutationFn: async ({ second, ...input }: { selected: number; reason?: string; second?: Waiting | undefined }) => {
      if (!second) return api.files.approve({ id, ...input, idempotencyKey: newKey() });
      const { reason } = input;
      await api.approvals.approve({ ...second, ...(reason !== undefined && { reason }), idempotencyKey: newKey() });
      return { id, waitsForSecond: false };
    },
    onSuccess: async ({ waitsForSecond }) => {
      await refresh();
      if (waitsForSecond)
        return toastGood(t`Second approval asked for`, t`Nothing is applied until another user approves the file too.`);
      // The bar with the button is gone; the keyboard goes on from the file's name.
      focusHeading();
      toastGood(t`Approved`, t`The selected changes are being applied.`);
    },
    onError: (error) => {
      toastError(error);
      // What it says has changed is shown.
      void refresh();
    },
  });
  const acceptReference = useMutation({
    mutationFn: () => api.files.acceptReference({ id, idempotencyKey: newKey() }),
    onSuccess: async () => {
      await Promise.all([refresh(), queries.invalidateQueries({ queryKey: orpc.tradingPartners.key() })]);
      focusHeading();
      toastGood(t`Remembered for this sender`, t`Its files are no longer held for their reference.`);
    },
    onError: (error) => toastError(error),
  });
  const acceptReceiver = useMutation({
    mutationFn: () => api.files.acceptReceiver({ id, idempotencyKey: newKey() }),
    onSuccess: async () => {
      await Promise.all([refresh(), queries.invalidateQueries({ queryKey: orpc.tradingPartners.key() })]);
      focusHeading();
      toastGood(t`Remembered for this sender`, t`The file is read again, and its sender gets a new reply.`);
    },
    onError: (error) => toastError(error),
  });
  const acceptPart = useMutation({
    mutationFn: () => api.files.acceptPart({ id, idempotencyKey: newKey() }),
    onSuccess: async () => {
      await Promise.all([refresh(), queries.invalidateQueries({ queryKey: orpc.tradingPartners.key() })]);
      focusHeading();
      toastGood(t`Remembered for this sender`, t`People of other parts are not missing from its full files.`);
    },
    onError: (error) => toastError(error),
  });
  const rehearse = useMutation({
    mutationFn: () => api.files.rehearse({ id, idempotencyKey: newKey() }),
    onSuccess: async () => {
      await refresh();
      focusHeading();
    },
    onError: (error) => toastError(error),
  });
  const takeNamedGroup = useMutation({
    mutationFn: () => api.files.takeNamedGroup({ id, idempotencyKey: newKey() }),
    onSuccess: async () => {
      await refresh();
      focusHeading();
    },
    onError: (error) => toastError(error),
  });
  return {
    choose,
    decide,
    approveEnds,
    approve,
    acceptReference,
    acceptPart,
    acceptReceiver,
    rehearse,
    takeNamedGroup,
  };
}
