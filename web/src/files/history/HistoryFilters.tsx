import { formatDate, parseCalendarDate } from '@openbenefits/domain/calendar-date';
import { FILE_FORMATS } from '@openbenefits/domain/files/file-format';
import { JOB_STATUSES } from '@openbenefits/domain/files/job-status';
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { orpc } from '../../api.ts';
import { FILE_FORMAT_LABEL, JOB_STATUS_LABEL } from '../../domain-labels.ts';
import { DateInput, Select } from '../../ui/Fields.tsx';
import { FilterChips } from '../../ui/FilterChips.tsx';
import { GroupPicker } from '../../groups/GroupPicker.tsx';
import classes from './HistoryFilters.module.css';
import type { HistoryFilter } from './use-history-filter.ts';

type Props = { filter: HistoryFilter; onChange: (next: HistoryFilter) => void; onClear: () => void };

/** Without a key, the others as they are. */
function without(filter: HistoryFilter, key: keyof HistoryFilter): HistoryFilter {
  const { [key]: _, ...rest } = filter;
  return rest;
}

export function HistoryFilters({ filter, onChange, onClear }: Props) {
  const { t } = useLingui();
  const [cleared, setCleared] = useState(0);
  const group = useQuery(
    orpc.groups.get.queryOptions({ input: { id: filter.groupId ?? '' }, enabled: filter.groupId !== undefined }),
  );
  const pick = <Key extends keyof HistoryFilter>(key: Key, value: HistoryFilter[Key] | undefined) =>
    onChange(value ? { ...filter, [key]: value } : without(filter, key));
  const remove = (key: keyof HistoryFilter) => ({ onRemove: () => onChange(without(filter, key)) });
  const groupName = group.data?.companyName ?? '…';
  const [fromDay, untilDay] = [filter.from && formatDate(filter.from), filter.until && formatDate(filter.until)];
  const chips = [
    ...(filter.status ? [{ label: JOB_STATUS_LABEL[filter.status], ...remove('status') }] : []),
    ...(filter.format ? [{ label: FILE_FORMAT_LABEL[filter.format], ...remove('format') }] : []),
    ...(filter.groupId ? [{ label: groupName, ...remove('groupId') }] : []),
    ...(fromDay ? [{ label: t`From ${fromDay}`, ...remove('from') }] : []),
    ...(untilDay ? [{ label: t`Until ${untilDay}`, ...remove('until') }] : []),
  ];
  return (
    <>
      <search className={classes.filters} aria-label={t`Filter the file history`}>
        <Select
          label={t`Status`}
          value={filter.status ?? 'all'}
          choices={[
            { value: 'all', label: t`All Status` },
            ...JOB_STATUSES.map((value) => ({ value, label: JOB_STATUS_LABEL[value] })),
          ]}
          onChange={(status) =>
            pick(
              'status',
              JOB_STATUSES.find((one) => one === status),
            )
          }
        />
        <Select
          label={t`Kind`}
          value={filter.format ?? 'all'}
          choices={[
            { value: 'all', label: t`All Kinds` },
            ...FILE_FORMATS.map((value) => ({ value, label: FILE_FORMAT_LABEL[value] })),
          ]}
          onChange={(format) =>
            pick(
              'format',
              FILE_FORMATS.find((one) => one === format),
            )
          }
        />
        <div className={classes.group}>
          <GroupPicker
            key={cleared}
            label={t`Employer group`}
            hint={false}
            onPick={(picked) => {
              if (!picked) return;
              pick('groupId', picked.id);
              setCleared(cleared + 1);
            }}
          />
        </div>
        <DateInput
          label={t`Submitted from`}
          value={filter.from ?? ''}
          onChange={(text) => pick('from', parseCalendarDate(text))}
        />
        <DateInput
          label={t`Submitted until`}
          value={filter.until ?? ''}
          onChange={(text) => pick('until', parseCalendarDate(text))}
        />
      </search>
      <FilterChips filters={chips} onClearAll={onClear} />
    </>
  );
}
