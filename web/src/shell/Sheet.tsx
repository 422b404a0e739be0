import { useLingui } from '@lingui/react/macro';
import { IconX } from '@tabler/icons-react';
import { IconButton } from '../ui/Button.tsx';
import { useModalDialog } from '../ui/modal-dialog.ts';
import classes from './Sheet.module.css';
import { Sidebar } from './Sidebar.tsx';

/** The sidebar below 900 px. */
export function Sheet({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useLingui();
  const dialog = useModalDialog(opened, onClose);
  return (
    <dialog ref={dialog} className={classes.sheet} aria-label={t`Menu`}>
      {opened && <Sidebar closeButton={<IconButton icon={IconX} label={t`Close menu`} onClick={onClose} />} />}
    </dialog>
  );
}
