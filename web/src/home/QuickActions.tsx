import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconArrowRight, IconChartDots, IconFilePlus, IconReceiptRefund, IconUpload } from '@tabler/icons-react';
import { Link } from 'react-router';
import { paths } from '../paths.ts';
import { Icon, type IconType } from '../ui/Icon.tsx';
import classes from './HomePage.module.css';
import { Insights } from './Insights.tsx';

const TILES: readonly { title: MessageDescriptor; text: MessageDescriptor; icon: IconType; to: string }[] = [
  {
    title: msg`Create Group Policy`,
    text: msg`Set up a group, its classes and plans`,
    icon: IconFilePlus,
    to: paths.groupSetup,
  },
  {
    title: msg`Premium Refunds`,
    text: msg`Overpaid and credited balances`,
    icon: IconReceiptRefund,
    to: paths.billing,
  },
  {
    title: msg`AI Analytics`,
    text: msg`Files in progress and their effect`,
    icon: IconChartDots,
    to: paths.processingQueue,
  },
  { title: msg`File Upload`, text: msg`Excel, CSV, EDI 834 or XML`, icon: IconUpload, to: paths.fileUpload },
];

export function QuickActions() {
  const { i18n } = useLingui();
  return (
    <>
      <h2 className={classes.heading}>
        <Trans>Quick Actions & Workflows</Trans>
      </h2>
      <ul className={`panel ${classes.tiles}`}>
        {TILES.map(({ title, text, icon, to }) => (
          <li key={to}>
            <Link to={to}>
              <Icon of={icon} size={20} />
              <b>{i18n._(title)}</b>
              <Icon of={IconArrowRight} size={14} />
              <span>{i18n._(text)}</span>
            </Link>
          </li>
        ))}
      </ul>
      <Insights />
    </>
  );
}
