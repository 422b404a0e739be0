import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { isRouteErrorResponse, useRouteError } from 'react-router';
import { problemOf } from '../errors.ts';
import { isLoadFailure } from '../page-loads.ts';
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
        <Trans>This page stopped working. Saved changes are safe. Load the page again to continue.</Trans>
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

const AGAIN_AFTER_MS = 3000;

const answers = (): Promise<boolean> =>
  fetch('/livez', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );

/**
 * A page whose code failed to load. If the server is unavailable, it reloads once the server responds; reloading at
 * once would show the browser's error page. If the server has another version, one press reloads.
 */
function NotLoaded() {
  const { t } = useLingui();
  useDocumentTitle(t`This page could not be loaded`);
  const [isAway, setAway] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let wasAway = false;
    let isGone = false;
    const look = async (): Promise<void> => {
      const isThere = await answers();
      if (isGone) return;
      if (isThere && wasAway) return globalThis.location.reload();
      wasAway = !isThere;
      setAway(wasAway);
      if (wasAway) timer = setTimeout(() => void look(), AGAIN_AFTER_MS);
    };
    void look();
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, []);
  return (
    <div className={classes.message} data-small role="alert">
      <h1 tabIndex={-1}>
        <Trans>This page could not be loaded</Trans>
      </h1>
      <p>
        {isAway ? (
          <Trans>The server cannot be reached. The page loads as soon as the server responds.</Trans>
        ) : (
          <Trans>Load the page again. The server may have a newer version. Saved changes are safe.</Trans>
        )}
      </p>
      <div className={classes.actions}>
        <Button
          variant="primary"
          disabledReason={isAway ? t`The server cannot be reached.` : undefined}
          onClick={() => globalThis.location.reload()}
        >
          <Trans>Load again</Trans>
        </Button>
      </div>
    </div>
  );
}

export function RouteError() {
  const error = useRouteError();
  if (isLoadFailure(error)) return <NotLoaded />;
  return isRouteErrorResponse(error) && error.status === 404 ? <NotFound /> : <Failure error={error} />;
}

/** If the frame itself failed, only the message is shown. */
export function RootError() {
  return (
    <main className={classes.alone}>
      <RouteError />
    </main>
  );
}
