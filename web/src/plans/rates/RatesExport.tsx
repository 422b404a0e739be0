import { Trans, useLingui } from '@lingui/react/macro';
import { IconDownload, IconFileSpreadsheet, IconFileTypeCsv } from '@tabler/icons-react';
import { fetchFile } from '../../exports/fetch-file.ts';
import { Button } from '../../ui/Button.tsx';
import { Menu, MenuItem } from '../../ui/Menu.tsx';
import { toastError } from '../../ui/toasts.ts';

/** A version as a file in the shape that an import reads. */
export function RatesExport({ tableId }: { tableId: string }) {
  const { t } = useLingui();
  const fetch = (format: 'csv' | 'xlsx') => void fetchFile(`/downloads/rates/${tableId}.${format}`).catch(toastError);
  return (
    <Menu
      label={t`Export`}
      renderTrigger={(props) => (
        <Button {...props} icon={IconDownload}>
          <Trans>Export</Trans>
        </Button>
      )}
    >
      {() => (
        <>
          <MenuItem icon={IconFileTypeCsv} onSelect={() => fetch('csv')}>
            <Trans>As CSV</Trans>
          </MenuItem>
          <MenuItem icon={IconFileSpreadsheet} onSelect={() => fetch('xlsx')}>
            <Trans>As Excel workbook</Trans>
          </MenuItem>
        </>
      )}
    </Menu>
  );
}
