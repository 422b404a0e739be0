import type { FileJob } from '@openbenefits/contract/files';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconFileTypeCsv, IconFileTypePdf } from '@tabler/icons-react';
import { Button } from '../../ui/Button.tsx';
import type { RowAction } from '../../ui/data-table-types.ts';
import { Menu, MenuItem } from '../../ui/Menu.tsx';
import { useDownload } from '../use-download.ts';

const reportUrl = (id: string, kind: 'pdf' | 'csv'): string => `/downloads/files/${id}/report.${kind}`;

/** The same in the menu of a row, also where a table has no room for the button. */
export function useReportActions(): (job: FileJob) => RowAction[] {
  const { t } = useLingui();
  const { mutate: save } = useDownload();
  return ({ id, status, stage }) => {
    const disabledReason =
      status === 'removed'
        ? t`This file was removed`
        : stage === 'waiting'
          ? t`Nothing of this file was read yet`
          : undefined;
    return [
      { label: t`Report as PDF`, icon: IconFileTypePdf, disabledReason, onClick: () => save(reportUrl(id, 'pdf')) },
      { label: t`Report as CSV`, icon: IconFileTypeCsv, disabledReason, onClick: () => save(reportUrl(id, 'csv')) },
    ];
  };
}

/** What became of a file: to print, or every record of it. */
export function ReportMenu({ job, size = 'small' }: { job: FileJob; size?: 'small' | 'medium' }) {
  const { t } = useLingui();
  const { mutate: save, isPending } = useDownload();
  const label = t`View Report of ${job.fileName}`;
  return (
    <Menu
      label={label}
      renderTrigger={(props) => (
        <Button {...props} size={size} busy={isPending} aria-label={label}>
          <Trans>View Report</Trans>
        </Button>
      )}
    >
      {() => (
        <>
          <MenuItem icon={IconFileTypePdf} onSelect={() => save(reportUrl(job.id, 'pdf'))}>
            <Trans>As PDF, to print</Trans>
          </MenuItem>
          <MenuItem icon={IconFileTypeCsv} onSelect={() => save(reportUrl(job.id, 'csv'))}>
            <Trans>As CSV, every record</Trans>
          </MenuItem>
        </>
      )}
    </Menu>
  );
}
