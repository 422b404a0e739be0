import { type RefObject, useEffect, useRef } from 'react';

/**
 * The browser's own modal dialog for what is part of the shell: it keeps the focus inside, closes on Escape and gives
 * the focus back. A press on the backdrop closes it too, and so does following one of its links. `onClose` must keep
 * its identity.
 */
export function useModalDialog(opened: boolean, onClose: () => void): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    if (!element || !opened) return undefined;
    const press = ({ target }: MouseEvent) => {
      if (target === element || (target instanceof Element && target.closest('a'))) element.close();
    };
    // The browser tells of a close a moment later: by then the dialog may be open again.
    const closed = () => {
      if (!element.open) onClose();
    };
    element.showModal();
    element.addEventListener('click', press);
    element.addEventListener('close', closed);
    return () => {
      element.removeEventListener('click', press);
      element.removeEventListener('close', closed);
      element.close();
    };
  }, [opened, onClose]);
  return dialog;
}
