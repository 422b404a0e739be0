import { useLingui } from '@lingui/react/macro';
import { IconX } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { IconButton } from '../ui/Button.tsx';
import classes from './Sheet.module.css';
import { Sidebar } from './Sidebar.tsx';

/** The sidebar below 900 px: the browser's own modal dialog, which keeps the focus inside and closes on Escape. */
export function Sheet({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useLingui();
  const dialog = useRef<HTMLDialogElement>(null);
  const { key } = useLocation();

  useEffect(() => {
    if (opened) dialog.current?.showModal();
    else dialog.current?.close();
  }, [opened]);

  useEffect(() => dialog.current?.close(), [key]);

  return (
    <dialog
      ref={dialog}
      className={classes.sheet}
      aria-label={t`Menu`}
      onClose={onClose}
      onClick={(event) => {
        if (event.target === dialog.current) dialog.current.close();
      }}
    >
      {opened && <Sidebar closeButton={<IconButton icon={IconX} label={t`Close menu`} onClick={onClose} />} />}
    </dialog>
  );
}
