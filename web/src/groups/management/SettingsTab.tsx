import { Trans, useLingui } from '@lingui/react/macro';
import { paths } from '../../paths.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import classes from './ActionRows.module.css';

/** Where the defaults and rules of groups are set. */
export function SettingsTab() {
  const { t } = useLingui();
  const rows = [
    {
      title: t`Group setup`,
      text: t`New employers: company, locations, classes, billing and plans in six steps.`,
      to: paths.groupSetup,
    },
    { title: t`Plans and rates`, text: t`The plans that groups can offer, with their rates.`, to: paths.plans },
    { title: t`Group policies`, text: t`The policies that apply to groups.`, to: paths.groupsPolicies },
    {
      title: t`Compliance features`,
      text: t`The features that are on or off for all groups.`,
      to: `${paths.groupsManagement}?tab=compliance`,
    },
    { title: t`Integrations`, text: t`Carriers, payroll and file exchange.`, to: paths.adminIntegrations },
  ];
  return (
    <>
      <ul className={`panel ${classes.rows}`} aria-label={t`Settings`}>
        {rows.map(({ title, text, to }) => (
          <li key={to}>
            <div>
              <h2>{title}</h2>
              <p>{text}</p>
            </div>
            <ButtonLink size="small" to={to} aria-label={t`Configure ${title}`}>
              <Trans>Configure</Trans>
            </ButtonLink>
          </li>
        ))}
      </ul>
      <p className={classes.more}>
        <ButtonLink to={paths.adminSettings}>
          <Trans>Advanced Settings</Trans>
        </ButtonLink>
      </p>
    </>
  );
}
