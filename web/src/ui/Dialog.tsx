import { Modal } from '@mantine/core';
import { useLingui } from '@lingui/react/macro';
import { IconX } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { IconButton } from './Button.tsx';
import classes from './Dialog.module.css';

type Props = {
  opened: boolean;
  onClose: () => void;
  /** The verb and its object: 'End coverage for Maria Lopez'. */
  title: string;
  /** Beside the title: a status badge, a position in a list. */
  badge?: ReactNode;
  size?: 480 | 640 | 880;
  children: ReactNode;
  /** Buttons at the right, the primary one last. */
  footer?: ReactNode;
  /** At the left of the footer: 'Access is logged'. */
  footerNote?: ReactNode;
  /** Hairlines under the title and over the footer, which then stay in sight while the content scrolls. Default from 640 on. */
  ruled?: boolean;
  closeOnOverlayClick?: boolean;
  role?: 'dialog' | 'alertdialog';
  describedBy?: string;
  /** An alert has no close icon: one of its two buttons is pressed. */
  withCloseIcon?: boolean;
};

export function Dialog({ opened, onClose, title, badge, size = 480, children, footer, footerNote, ruled = size >= 640, closeOnOverlayClick = true, role = 'dialog', describedBy, withCloseIcon = true }: Props) {
  const { t } = useLingui();
  const titleId = useId();
  return (
    <Modal.Root opened={opened} onClose={onClose} size={size} closeOnClickOutside={closeOnOverlayClick} centered>
      <Modal.Overlay />
      <Modal.Content role={role} aria-labelledby={titleId} aria-describedby={describedBy}>
        <div className={classes.header} data-ruled={ruled || undefined}>
          <div className={classes.title}>
            <h2 id={titleId}>{title}</h2>
            {badge}
          </div>
          {withCloseIcon && <IconButton icon={IconX} label={t`Close`} onClick={onClose} />}
        </div>
        <div className={classes.body}>{children}</div>
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
