import { Trans, useLingui } from '@lingui/react/macro';
import { paths } from '../paths.ts';
import { Wordmark } from '../shell/Wordmark.tsx';
import { ButtonLink } from '../ui/Button.tsx';
import { useDocumentTitle } from '../ui/document-title.ts';
import classes from './LandingPage.module.css';

export function Component() {
  const { t } = useLingui();
  useDocumentTitle(t`Welcome`);
  return (
    <div className={classes.page}>
      <header className={classes.top}>
        <Wordmark />
      </header>
      <main className={classes.hero}>
        <h1>OpenBenefits</h1>
        <p>
          <Trans>Benefits administration you can audit: groups, members, plans and files in one place.</Trans>
        </p>
        <div className={classes.actions}>
          <ButtonLink to={paths.dashboard} variant="primary" size="large">
            <Trans>Start Free Trial</Trans>
          </ButtonLink>
          <ButtonLink to={paths.dashboard} size="large">
            <Trans>Login</Trans>
          </ButtonLink>
        </div>
      </main>
    </div>
  );
}
