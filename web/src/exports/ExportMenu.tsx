import type { EXPORT_FORMATS, EXPORT_LISTS } from '@openbenefits/contract/exports';
import { useLingui } from '@lingui/react/macro';
import { IconDownload } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { api } from '../api.ts';
import { newKey } from '../idempotency.ts';
import { useWhyNot } from '../session.ts';
import { useSwitchedOff } from '../switched-off.ts';
import { Button } from '../ui/Button.tsx';
import { Menu, MenuItem } from '../ui/Menu.tsx';
import { toastError, toastGood } from '../ui/toasts.ts';

type Format = (typeof EXPORT_FORMATS)[number];

/** The browser saves what the address sends; nothing of the file passes through the page. */
function save(url: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = '';
  link.click();
}

/** The rows of a list as a file, as its filter shows them. */
export function ExportMenu({ list, filter, label }: { list: (typeof EXPORT_LISTS)[number]; filter: Record<string, unknown>; label: string }) {
  const { t } = useLingui();
  const [busy, setBusy] = useState(false);
  const running = useRef(false);
  const role = useWhyNot('compliance.export');
  const off = useSwitchedOff('data_export');
  const mayNot = role ?? off;
  const run = async (format: Format): Promise<void> => {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    try {
      const { url } = await api.exports.request({ list, format, filter, idempotencyKey: newKey() });
      save(url);
      toastGood(t`Export started`, t`The file is on its way. The export is in the audit log.`);
    } catch (error) {
      toastError(error, undefined, () => void run(format));
    } finally {
      running.current = false;
      setBusy(false);
    }
  };
  if (mayNot !== undefined) {
    return (
      <Button icon={IconDownload} disabledReason={mayNot}>
        {label}
      </Button>
    );
  }
  return (
    <Menu
      label={label}
      renderTrigger={(props) => (
        <Button {...props} icon={IconDownload} aria-busy={busy || undefined}>
          {label}
        </Button>
      )}
    >
      {() => (
        <>
          <MenuItem onSelect={() => void run('csv')}>{t`CSV`}</MenuItem>
          <MenuItem onSelect={() => void run('xlsx')}>{t`Excel (XLSX)`}</MenuItem>
        </>
      )}
    </Menu>
  );
}
