import { parseCalendarDate, type CalendarDate } from '@openbenefits/domain/calendar-date';
import { FILE_FORMATS, type FileFormat } from '@openbenefits/domain/files/file-format';
import { JOB_STATUSES, type JobStatus } from '@openbenefits/domain/files/job-status';
import { useSearchParams } from 'react-router';

export type HistoryFilter = {
  status?: JobStatus;
  format?: FileFormat;
  groupId?: string;
  from?: CalendarDate;
  until?: CalendarDate;
};

const KEYS = ['status', 'format', 'groupId', 'from', 'until'] as const;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * What the history is narrowed by; it stands in the address, in which nothing names a person. What makes no sense there
 * is passed over.
 */
export function useHistoryFilter(): {
  filter: HistoryFilter;
  change: (next: HistoryFilter) => void;
  clear: () => void;
} {
  const [parameters, setParameters] = useSearchParams();
  const asked = (key: (typeof KEYS)[number]): string => parameters.get(key) ?? '';
  const status = JOB_STATUSES.find((one) => one === asked('status'));
  const format = FILE_FORMATS.find((one) => one === asked('format'));
  const [from, until] = [parseCalendarDate(asked('from')), parseCalendarDate(asked('until'))];
  const groupId = UUID.test(asked('groupId')) ? asked('groupId') : undefined;
  const filter: HistoryFilter = {
    ...(status && { status }),
    ...(format && { format }),
    ...(groupId && { groupId }),
    ...(from && { from }),
    ...(until && { until }),
  };
  const change = (next: HistoryFilter) =>
    setParameters(
      (before) => {
        for (const key of KEYS) {
          const value = next[key];
          if (value) before.set(key, value);
          else before.delete(key);
        }
        return before;
      },
      { replace: true },
    );
  return { filter, change, clear: () => change({}) };
}
