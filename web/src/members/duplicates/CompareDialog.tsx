import type { Comparison, DuplicatePair } from '@openbenefits/contract/duplicates';
import { type CalendarDate, formatDate } from '@openbenefits/domain/calendar-date';
import { lastDay } from '@openbenefits/domain/coverage/span';
import type { RescissionGround } from '@openbenefits/domain/coverage/rescission';
import type { CoverageLine } from '@openbenefits/domain/coverage-line';
import { switchedOffText } from '@openbenefits/domain/admin/feature-flags';
import { MERGE_FIELD_NAMES, type MergeField, mergeCoverage } from '@openbenefits/domain/members/merge-members';
import { COVERAGE_LINE_LABEL, MERGE_FIELD_LABEL, RELATIONSHIP_LABEL } from '../../domain-labels.ts';
import { t } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
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
import { kindLabel, PAIR_EXPLANATION } from './pair-words.ts';

type Side = Comparison['a'];
type Which = 'a' | 'b';

function periodWords(from: CalendarDate, until: CalendarDate | null): string {
  const first = formatDate(from);
  return until ? `${first} – ${formatDate(lastDay(until))}` : t`from ${first}`;
}
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

function FieldRow({
  field,
  data,
  keep,
  taken,
  onTake,
}: {
  field: MergeField;
  data: Comparison;
  keep: Which;
  taken: boolean;
  onTake: (fromOther: boolean) => void;
}) {
  const { t } = useLingui();
  const name = useId();
  const differs = data.differing.includes(field);
  const shown = (side: Side): string => {
    const value = side.fields[field];
    if (!value) return t`none`;
    return field === 'ssn' ? t`Private, ends with ${value}` : field === 'birth' ? t`Private, year ${value}` : value;
  };
  return (
    <tr>
      <th scope="row">{MERGE_FIELD_LABEL[field]}</th>
      {(['a', 'b'] as const).map((which) => (
        <td key={which} className={differs ? undefined : classes.same}>
          {differs && data.kind === 'mergeable' ? (
            <label>
              <input
                type="radio"
                name={name}
                checked={(which === keep) !== taken}
                onChange={() => onTake(which !== keep)}
                aria-label={`${MERGE_FIELD_LABEL[field]}: ${shown(data[which])}`}
              />
              {shown(data[which])}
            </label>
          ) : (
            shown(data[which])
          )}
        </td>
      ))}
    </tr>
  );
}

function Coverage({ side }: { side: Side }) {
  if (side.coverage.length === 0) return <Trans>none</Trans>;
  return (
    <ul>
      {side.coverage.map(({ line, planName, from, until }) => (
        <li key={`${line}${from}`}>
          {COVERAGE_LINE_LABEL[line]}: {planName}
          <span className={classes.meta}>{periodWords(from, until)}</span>
        </li>
      ))}
    </ul>
  );
}

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

type HeadingProps = { side: Side; mergeable: boolean; name: string; kept: boolean; onKeep: () => void };

function RecordHeading({ side, mergeable, name, kept, onKeep }: HeadingProps) {
  return (
    <th scope="col">
      {mergeable ? (
        <label>
          <input type="radio" name={name} checked={kept} onChange={onKeep} />
          <Trans>Keep {side.memberNumber}</Trans>
        </label>
      ) : (
        side.memberNumber
      )}
      <span className={classes.meta}>
        {RELATIONSHIP_LABEL[side.relationship]}
        {side.subscriberName && ` · ${side.subscriberName}`} · {side.groupName}
      </span>
    </th>
  );
}

function Records({
  data,
  keep,
  taken,
  onKeep,
  onTake,
}: {
  data: Comparison;
  keep: Which;
  taken: ReadonlySet<MergeField>;
  onKeep: (which: Which) => void;
  onTake: (field: MergeField, fromOther: boolean) => void;
}) {
  const { t } = useLingui();
  const name = useId();
  const fields = MERGE_FIELD_NAMES.filter(
    (field) =>
      data.differing.includes(field) || ['name', 'ssn', 'birth', 'employeeId', 'status', 'hireDate'].includes(field),
  );
  return (
    <table className={classes.table}>
      <caption className="sr">
        <Trans>The two records side by side</Trans>
      </caption>
      <colgroup>
        <col />
        <col />
        <col />
      </colgroup>
      <thead>
        <tr>
          <th scope="col">
            <span className="sr">{t`Field`}</span>
          </th>
          {(['a', 'b'] as const).map((which) => (
            <RecordHeading
              key={which}
              side={data[which]}
              mergeable={data.kind === 'mergeable'}
              name={name}
              kept={keep === which}
              onKeep={() => onKeep(which)}
            />
          ))}
        </tr>
      </thead>
      <tbody>
        {fields.map((field) => (
          <FieldRow
            key={field}
            field={field}
            data={data}
            keep={keep}
            taken={taken.has(field)}
            onTake={(fromOther) => onTake(field, fromOther)}
          />
        ))}
        <tr>
          <th scope="row">
            <Trans>Coverage</Trans>
          </th>
          <td>
            <Coverage side={data.a} />
          </td>
          <td>
            <Coverage side={data.b} />
          </td>
        </tr>
        <tr>
          <th scope="row">
            <Trans>Dependents</Trans>
          </th>
          <td>{data.a.dependents.join(', ') || t`none`}</td>
          <td>{data.b.dependents.join(', ') || t`none`}</td>
        </tr>
      </tbody>
    </table>
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
          <Records
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
