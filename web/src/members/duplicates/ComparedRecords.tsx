import type { Comparison } from '@openbenefits/contract/duplicates';
import { type CalendarDate, formatDate } from '@openbenefits/domain/calendar-date';
import { lastDay } from '@openbenefits/domain/coverage/span';
import { MERGE_FIELD_NAMES, type MergeField } from '@openbenefits/domain/members/merge-members';
import { t } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useId } from 'react';
import { COVERAGE_LINE_LABEL, MERGE_FIELD_LABEL, RELATIONSHIP_LABEL } from '../../domain-labels.ts';
import classes from './CompareDialog.module.css';

type Side = Comparison['a'];
export type Which = 'a' | 'b';

export function periodWords(from: CalendarDate, until: CalendarDate | null): string {
  const first = formatDate(from);
  return until ? `${first} – ${formatDate(lastDay(until))}` : t`from ${first}`;
}

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

/** The two records side by side, with what is kept of each. */
export function ComparedRecords({
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
