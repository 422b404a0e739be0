import type { Comparison, DuplicatePair } from '@openbenefits/contract/duplicates';
import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import type { RescissionGround } from '@openbenefits/domain/coverage/rescission';
import type { CoverageLine } from '@openbenefits/domain/coverage-line';
import { switchedOffText } from '@openbenefits/domain/admin/feature-flags';
import { type MergeField, mergeCoverage } from '@openbenefits/domain/members/merge-members';
import { COVERAGE_LINE_LABEL } from '../../domain-labels.ts';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, orpc } from '../../api.ts';
import { RescissionFields } from '../../coverage/RescissionFields.tsx';
import { words } from '../../words.ts';
import { refreshPeople } from '../../changes/refresh-people.ts';
import { toastUndoable } from '../../changes/use-undo.ts';
import { problemOf } from '../../errors.ts';
import { useIdempotencyKey } from '../../idempotency.ts';
import { useWhyNot } from '../../session.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { ErrorLine, ErrorState } from '../../ui/ErrorState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { toastGood } from '../../ui/toasts.ts';
import { isOver } from '../termination/EndingDialog.tsx';
import classes from './CompareDialog.module.css';
import { ComparedRecords, periodWords, type Which } from './ComparedRecords.tsx';
import { kindLabel, PAIR_EXPLANATION } from './pair-words.ts';

type Side = Comparison['a'];

const spansOf = ({ coverage }: Side) => {
  const spans: Partial<Record<CoverageLine, { planId: string; from: CalendarDate; until: CalendarDate | null }[]>> = {};
  for (const { line, planId, from, until } of coverage) (spans[line] ??= []).push({ planId, from, until });
  return spans;
};

/** Values that only the removed record has are taken over by default, as is a current status. */
const takenByItself = (keep: Side, other: Side, differing: readonly MergeField[]): MergeField[] =>
  differing.filter((field) =>
    field === 'status' ? isOver(keep.status) && !isOver(other.status) : !keep.fields[field] && other.fields[field],
  );

/** Previews a merge with the server's rule. */
function Effects({ keep, other }: { keep: Side; other: Side }) {
  const { moved, dropped } = mergeCoverage(spansOf(keep), spansOf(other));
  return (
    <ul className={classes.effects}>
      <li>
        <Trans>
          {keep.memberNumber} is kept. {other.memberNumber} no longer appears in lists. Its history is kept, and you can
          undo the merge.
        </Trans>
      </li>
      <li>
        <Plural
          value={moved.length}
          _0="No coverage moves."
          one="# coverage period moves to the record you keep."
          other="# coverage periods move to the record you keep."
        />{' '}
        {moved.map(({ line, from, until }) => `${COVERAGE_LINE_LABEL[line]} ${periodWords(from, until)}`).join(', ')}
      </li>
      {dropped.map(({ line, from, until }) => (
        <li key={`${line}${from}`}>
          <Trans>
            {COVERAGE_LINE_LABEL[line]} {periodWords(from, until)}: both records have coverage. The plan of the record
            you keep continues. The other plan is dropped.
          </Trans>
        </li>
      ))}
      {other.dependents.length > 0 && (
        <li>
          <Trans>
            Dependents who move: {other.dependents.join(', ')}. Their coverage stays within the subscriber's.
          </Trans>
        </li>
      )}
    </ul>
  );
}

function useDecision(pair: DuplicatePair, onDone: () => void) {
  const { t } = useLingui();
  const keys = useIdempotencyKey();
  const merge = useMutation({
    mutationFn: (input: { keep: string; merge: string; fromOther: MergeField[]; rescission?: RescissionGround }) =>
      api.duplicates.merge({ ...input, idempotencyKey: keys.keyFor(input) }),
    onSuccess: async ({ changeId, moved, dependents }) => {
      keys.settle();
      onDone();
      await refreshPeople();
      toastUndoable(t`Records merged`, t`Coverage periods moved: ${moved}. Dependents moved: ${dependents}.`, changeId);
    },
  });
  const dismiss = useMutation({
    mutationFn: () =>
      api.duplicates.dismiss({ a: pair.a.id, b: pair.b.id, idempotencyKey: keys.keyFor([pair.a.id, pair.b.id]) }),
    onSuccess: async () => {
      keys.settle();
      await refreshPeople();
      toastGood(t`Pair dismissed`, t`The records stay separate.`);
      onDone();
    },
  });
  return { merge, dismiss };
}

function SsnWarning({ data }: { data: Comparison }) {
  const { t } = useLingui();
  if (!data.differing.includes('ssn') || !data.a.fields.ssn || !data.b.fields.ssn) return null;
  return (
    <Banner tone="waits" title={t`Two different SSNs`}>
      <Trans>Two SSNs usually mean two people. Merge only if one of them is a mistake.</Trans>
    </Banner>
  );
}

/** What failed, and whether merging is turned off. */
function failureOf(...errors: (Error | null)[]) {
  const off = errors.find((failure) => failure !== null);
  const isOff =
    off && problemOf(off).message === switchedOffText('duplicate_merging')
      ? switchedOffText('duplicate_merging')
      : undefined;
  return { off, isOff };
}

type PaidLossProps = {
  keep: Side | undefined;
  ground: RescissionGround | undefined;
  error: Error | null;
  onChange: (ground: RescissionGround | undefined) => void;
};

/** Asks why dependents may lose coverage that was paid for; nothing where they lose none. */
function PaidLoss({ keep, ground, error, onChange }: PaidLossProps) {
  if (!keep || keep.paidMonthsLost.length === 0) return null;
  const sent = error ? problemOf(error).fields : new Map<string, string>();
  const errorAt = (field: string): string | undefined => {
    const message = sent.get(field);
    return message && words(message);
  };
  return <RescissionFields months={keep.paidMonthsLost} ground={ground} onChange={onChange} errorAt={errorAt} />;
}

type DecisionProps = ReturnType<typeof useDecision> & {
  pair: DuplicatePair;
  isOff: string | undefined;
  onMerge: () => void;
};

function Decision({ pair, merge, dismiss, isOff, onMerge }: DecisionProps) {
  const refused = useWhyNot('members.edit');
  return (
    <>
      <Button onClick={() => dismiss.mutate()} busy={dismiss.isPending} disabledReason={refused}>
        <Trans>Not the same person</Trans>
      </Button>
      <Button
        variant="primary"
        busy={merge.isPending}
        disabledReason={refused ?? isOff ?? (pair.kind === 'mergeable' ? undefined : PAIR_EXPLANATION[pair.kind])}
        onClick={onMerge}
      >
        <Trans>Merge records</Trans>
      </Button>
    </>
  );
}

/** Compares two possible duplicates: which is kept, which value of each field, and the effect on coverage. */
export function CompareDialog({ pair, onClose }: { pair: DuplicatePair; onClose: () => void }) {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery(
    orpc.duplicates.compare.queryOptions({
      input: { a: pair.a.id, b: pair.b.id },
      gcTime: 0,
      refetchOnWindowFocus: false,
    }),
  );
  const [keep, setKeep] = useState<Which>('a');
  const [chosen, setChosen] = useState<ReadonlyMap<MergeField, boolean>>(new Map());
  const [rescission, setRescission] = useState<RescissionGround>();
  const { merge, dismiss } = useDecision(pair, onClose);
  const [stays, goes] = data ? (keep === 'a' ? [data.a, data.b] : [data.b, data.a]) : [undefined, undefined];
  const taken = new Set(
    data && stays && goes
      ? data.differing.filter(
          (field) => chosen.get(field) ?? takenByItself(stays, goes, data.differing).includes(field),
        )
      : [],
  );
  const onMerge = () =>
    stays &&
    goes &&
    merge.mutate({
      keep: stays.id,
      merge: goes.id,
      fromOther: [...taken],
      ...(rescission && stays.paidMonthsLost.length > 0 && { rescission }),
    });
  const { off, isOff } = failureOf(merge.error, dismiss.error);
  return (
    <Dialog
      opened
      onClose={onClose}
      size={880}
      overline={kindLabel(pair.kind)}
      title={t`Are these the same person?`}
      footer={<Decision pair={pair} merge={merge} dismiss={dismiss} isOff={isOff} onMerge={onMerge} />}
    >
      <p className={classes.note}>{PAIR_EXPLANATION[pair.kind]}</p>
      {data && pair.kind === 'mergeable' && <SsnWarning data={data} />}
      {data ? (
        <>
          <ComparedRecords
            data={data}
            keep={keep}
            taken={taken}
            onKeep={(which) => {
              setKeep(which);
              setChosen(new Map());
            }}
            onTake={(field, fromOther) => setChosen(new Map(chosen).set(field, fromOther))}
          />
          {pair.kind === 'mergeable' && stays && goes && <Effects keep={stays} other={goes} />}
          <PaidLoss keep={stays} ground={rescission} error={merge.error} onChange={setRescission} />
        </>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton width="100%" height={320} />
      )}
      {off && <ErrorLine error={off} />}
    </Dialog>
  );
}
