import type { FileJob } from '@openbenefits/contract/files';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconFileTypeCsv, IconFileTypePdf } from '@tabler/icons-react';
import { saveFile } from '../exports/save-file.ts';
import { Button } from '../ui/Button.tsx';
import { Menu, MenuItem } from '../ui/Menu.tsx';

export const reportUrl = (id: string, kind: 'pdf' | 'csv'): string => `/downloads/files/${id}/report.${kind}`;

/** What became of a file: to print, or every record of it. */
export function ReportMenu({ job, size = 'small' }: { job: FileJob; size?: 'small' | 'medium' }) {
  const { t } = useLingui();
  const label = t`View Report of ${job.fileName}`;
  return (
    <Menu
      label={label}
      renderTrigger={(props) => (
        <Button {...props} size={size} aria-label={label}>
          <Trans>View Report</Trans>
        </Button>
      )}
    >
      {() => (
        <>
          <MenuItem icon={IconFileTypePdf} onSelect={() => saveFile(reportUrl(job.id, 'pdf'))}>
            <Trans>As PDF, to print</Trans>
          </MenuItem>
          <MenuItem icon={IconFileTypeCsv} onSelect={() => saveFile(reportUrl(job.id, 'csv'))}>
            <Trans>As CSV, every record</Trans>
          </MenuItem>
        </>
      )}
    </Menu>
  );
}
