import { Trans, useLingui } from '@lingui/react/macro';
import { paths } from '../paths.ts';
import { ButtonLink } from '../ui/Button.tsx';
import { useDocumentTitle } from '../ui/document-title.ts';
import classes from './Message.module.css';

/** Specification 2, section 2: any unknown path. */
export function NotFound() {
  const { t } = useLingui();
  useDocumentTitle(t`Page not found`);
  return (
    <div className={classes.message}>
      <h1 tabIndex={-1}>404</h1>
      <p>
        <Trans>Oops! Page not found</Trans>
      </p>
      <ButtonLink to={paths.home}>
        <Trans>Return to Home</Trans>
      </ButtonLink>
    </div>
  );
}
