import { IconAlertCircle, IconCircleCheck, IconEye, IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './Banner.module.css';
import { Icon, type IconType } from './Icon.tsx';

const ICONS: Readonly<Record<'info' | 'good' | 'waits' | 'bad', IconType>> = {
  info: IconInfoCircle,
  good: IconCircleCheck,
  waits: IconEye,
  bad: IconAlertCircle,
};

type Props = {
  title: string;
  children?: ReactNode;
  actions?: ReactNode;
  /** `waits` is dashed: it needs a person. */
  tone?: keyof typeof ICONS;
  role?: 'status' | 'alert';
  /** Instead of the tone's own. */
  icon?: IconType;
};

export function Banner({ title, children, actions, tone = 'info', role, icon = ICONS[tone] }: Props) {
  return (
    <section className={classes.banner} data-tone={tone} role={role} aria-label={role ? undefined : title}>
      <Icon of={icon} size={20} />
      <div className={classes.body}>
        <div className={classes.text}>
          <h2>{title}</h2>
          {children && <p>{children}</p>}
        </div>
        {actions && <div className={classes.actions}>{actions}</div>}
      </div>
    </section>
  );
}
