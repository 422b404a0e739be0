import { Trans, useLingui } from '@lingui/react/macro';
import { isRouteErrorResponse, useRouteError } from 'react-router';
import { problemOf } from '../errors.ts';
import { paths } from '../paths.ts';
import { Button, ButtonLink } from '../ui/Button.tsx';
import { useDocumentTitle } from '../ui/document-title.ts';
import classes from './Message.module.css';
import { NotFound } from './NotFound.tsx';

function Failure({ error }: { error: unknown }) {
  const { t } = useLingui();
  useDocumentTitle(t`Unexpected Application Error!`);
  const { reference } = problemOf(error);
  return (
    <div className={classes.message} data-small role="alert">
      <h1 tabIndex={-1}>
        <Trans>Unexpected Application Error!</Trans>
      </h1>
      <p>
        <Trans>This page stopped working. What was saved is safe; load the page again to go on.</Trans>
        {reference && (
          <>
            <br />
            <Trans>Request id</Trans> <span className="mono">{reference}</span>
          </>
        )}
      </p>
      <div className={classes.actions}>
        <Button variant="primary" onClick={() => globalThis.location.reload()}>
          <Trans>Load again</Trans>
        </Button>
        <ButtonLink to={paths.home} reloadDocument>
          <Trans>Return to Home</Trans>
        </ButtonLink>
      </div>
    </div>
  );
}

export function RouteError() {
  const error = useRouteError();
  return isRouteErrorResponse(error) && error.status === 404 ? <NotFound /> : <Failure error={error} />;
}

/** Where the frame itself failed, the message stands alone. */
export function RootError() {
  return (
    <main className={classes.alone}>
      <RouteError />
    </main>
  );
}
