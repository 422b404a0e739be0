import { Modal } from '@mantine/core';
import { useLingui } from '@lingui/react/macro';
import { IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { IconButton } from './Button.tsx';
import classes from './Dialog.module.css';
import { useIsOnTop } from './dialog-stack.ts';
import { useFocusReturn } from './focus-return.ts';

type Props = {
  opened: boolean;
  onClose: () => void;
  /** The verb and its object: 'End coverage for Maria Lopez'. */
  title: string;
  /** A line above the title: the kind of record and what it belongs to. */
  overline?: ReactNode;
  /** Next to the title: a status badge, a position in a list. */
  badge?: ReactNode;
  /** Buttons at the right of the title, before the close icon. */
  headerActions?: ReactNode;
  size?: 480 | 640 | 880;
  children: ReactNode;
  /** Buttons at the right, the primary one last. */
  footer?: ReactNode;
  /** At the left of the footer: 'Access is logged'. */
  footerNote?: ReactNode;
  /** Lines under the title and above the footer, which stay visible while the content scrolls. Default from 640. */
  ruled?: boolean;
  closeOnOverlayClick?: boolean;
  /** A question that must be answered: announced with its text, no close icon. */
  alert?: boolean;
  /** Nothing to enter: focus starts on the title, so that a screen reader starts there. */
  isRead?: boolean;
};

/** Mantine sets role="dialog"; an alert overrides it. */
function asAlert(content: HTMLElement | null): void {
  content?.setAttribute('role', 'alertdialog');
}

export function Dialog({
  opened,
  onClose,
  title,
  overline,
  badge,
  headerActions,
  size = 480,
  children,
  footer,
  footerNote,
  ruled = size >= 640,
  closeOnOverlayClick = true,
  alert = false,
  isRead = Boolean(headerActions),
}: Props) {
  const { t } = useLingui();
  const isTop = useIsOnTop(opened);
  useFocusReturn();
  return (
    <Modal.Root
      opened={opened}
      onClose={onClose}
      size={size}
      closeOnClickOutside={closeOnOverlayClick}
      closeOnEscape={isTop}
      centered
    >
      <Modal.Overlay />
      <Modal.Content ref={alert ? asAlert : undefined}>
        <div className={classes.header} data-ruled={ruled || undefined}>
          <div className={classes.title}>
            {overline && <p className={classes.overline}>{overline}</p>}
            {/* Also if controls are next to the title: focus starts on the dialog, not its first button. */}
            <Modal.Title {...(isRead ? { tabIndex: -1, 'data-autofocus': true } : {})}>{title}</Modal.Title>
            {badge}
          </div>
          {headerActions && <div className={classes.headerActions}>{headerActions}</div>}
          {!alert && <IconButton icon={IconX} label={t`Close`} onClick={onClose} />}
        </div>
        {alert ? (
          <Modal.Body className={classes.body}>{children}</Modal.Body>
        ) : (
          <div className={classes.body}>{children}</div>
        )}
        {(footer || footerNote) && (
          <div className={classes.footer} data-ruled={ruled || undefined}>
            {footerNote && <span className={classes.note}>{footerNote}</span>}
            {footer}
          </div>
        )}
      </Modal.Content>
    </Modal.Root>
  );
}
