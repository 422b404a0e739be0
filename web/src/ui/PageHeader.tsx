import { useLingui } from '@lingui/react/macro';
import { IconArrowLeft, IconDots } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Button } from './Button.tsx';
import { useDocumentTitle } from './document-title.ts';
import { Icon } from './Icon.tsx';
import { Menu, MenuItem } from './Menu.tsx';
import classes from './PageHeader.module.css';

type Props = {
  title: string;
  /** The tab's title where it differs: it never names a person. */
  documentTitle?: string;
  /** The way here: a section's name, or pages with an address. */
  breadcrumb?: readonly { label: string; to?: string }[];
  /** Instead of a breadcrumb: one link back, 'Back to Groups'. */
  back?: { label: string; to: string };
  /** Next to the title: a status badge. */
  badge?: ReactNode;
  actions?: ReactNode;
  /** The links among the actions: on a phone they are in one menu, so that the buttons keep two rows. */
  more?: readonly { label: string; to: string }[];
  /** A line of facts under the title. */
  facts?: ReactNode;
};

function MoreLinks({ links }: { links: NonNullable<Props['more']> }) {
  const { t } = useLingui();
  return (
    <span className={classes.more}>
      <Menu
        label={t`More`}
        renderTrigger={(props) => (
          <Button {...props} icon={IconDots}>
            {t`More`}
          </Button>
        )}
      >
        {() =>
          links.map(({ label, to }) => (
            <MenuItem key={to} to={to}>
              {label}
            </MenuItem>
          ))
        }
      </Menu>
    </span>
  );
}

export function PageHeader({ title, documentTitle, breadcrumb, back, badge, actions, more, facts }: Props) {
  const { t } = useLingui();
  useDocumentTitle(documentTitle ?? title);
  return (
    <header>
      {(breadcrumb || back) && (
        <nav className={classes.crumb} aria-label={t`Breadcrumb`}>
          {back && (
            <Link to={back.to}>
              <Icon of={IconArrowLeft} size={14} />
              {back.label}
            </Link>
          )}
          {breadcrumb && (
            <ol>
              {breadcrumb.map(({ label, to }, index) => (
                <li key={label}>
                  {index > 0 && <span aria-hidden="true">/</span>}
                  {to ? <Link to={to}>{label}</Link> : <span>{label}</span>}
                </li>
              ))}
            </ol>
          )}
        </nav>
      )}
      <div className={classes.header}>
        <div className={classes.title}>
          <h1 tabIndex={-1}>{title}</h1>
          {badge}
        </div>
        {actions && (
          <div className={classes.actions} data-more={more ? '' : undefined}>
            {more && <MoreLinks links={more} />}
            {actions}
          </div>
        )}
      </div>
      {facts && <div className={classes.facts}>{facts}</div>}
    </header>
  );
}
