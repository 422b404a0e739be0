import { type RefObject, useEffect, useRef } from 'react';

/**
 * The browser's modal dialog for parts of the shell: it traps focus, closes on Escape, on a press on the backdrop and
 * on following a link, and returns focus. `onClose` must keep its identity.
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
