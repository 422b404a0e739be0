import { type RefObject, useEffect, useRef } from 'react';

/**
 * The browser's own modal dialog for what is part of the shell: it keeps the focus inside, closes on Escape and gives the focus back. A press on
 * the backdrop closes it too, and so does following one of its links.
 */
export function useModalDialog(opened: boolean): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    if (!element || !opened) return undefined;
    const press = ({ target }: MouseEvent) => {
      if (target === element || (target instanceof Element && target.closest('a'))) element.close();
    };
    element.showModal();
    element.addEventListener('click', press);
    return () => {
      element.removeEventListener('click', press);
      element.close();
    };
  }, [opened]);
  return dialog;
}
