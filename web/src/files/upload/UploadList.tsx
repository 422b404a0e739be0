import { Trans, useLingui } from '@lingui/react/macro';
import { IconRefresh, IconX } from '@tabler/icons-react';
import { useRef } from 'react';
import { Button, IconButton } from '../../ui/Button.tsx';
import { focusHeading } from '../../ui/focus-return.ts';
import { words } from '../../words.ts';
import { fileSize } from '../file-size.ts';
import { Progress } from '../../ui/Progress.tsx';
import classes from './UploadPage.module.css';
import type { Upload } from './uploads.ts';

/**
 * Files on their way, with their true progress, until they are there or cancelled; one that failed stays with its
 * reason until it is put aside.
 */
export function UploadList({ uploads }: { uploads: readonly Upload[] }) {
  const { t } = useLingui();
  const list = useRef<HTMLUListElement>(null);
  // What was pressed goes away with it; the keyboard goes on from the list, or from the page's name with the last one.
  const leave = (act: (() => void) | undefined) => {
    if (uploads.length > 1 || act === uploads[0]?.again) list.current?.focus();
    else focusHeading();
    act?.();
  };
  if (uploads.length === 0) return null;
  return (
    <ul ref={list} tabIndex={-1} className={classes.list} aria-label={t`Uploads in progress`}>
      {uploads.map((upload) => (
        <li key={upload.key}>
          <div className={classes.file}>
            <span className={`trunc ${classes.name}`}>{upload.name}</span>
            <span className={classes.size}>{fileSize(upload.sizeBytes)}</span>
          </div>
          {upload.state === 'failed' ? (
            <span className={classes.mends}>
              {upload.again && (
                <Button
                  size="small"
                  icon={IconRefresh}
                  aria-label={t`Try again: ${upload.name}`}
                  onClick={() => leave(upload.again)}
                >
                  <Trans>Try again</Trans>
                </Button>
              )}
              <IconButton
                icon={IconX}
                size="small"
                label={t`Remove ${upload.name}`}
                onClick={() => leave(upload.cancel)}
              />
            </span>
          ) : upload.state === 'uploading' ? (
            <IconButton
              icon={IconX}
              size="small"
              label={t`Cancel the upload of ${upload.name}`}
              onClick={() => leave(upload.cancel)}
            />
          ) : (
            <span />
          )}
          <div className={classes.wide}>
            {upload.state === 'failed' ? (
              <p className={classes.failure}>{upload.message}</p>
            ) : (
              <Progress label={t`Uploading ${upload.name}`} percent={upload.percent} />
            )}
            {upload.state === 'failed' && upload.again && (
              <p className={classes.waiting}>
                <Trans>What has arrived is kept; "Try again" sends the rest.</Trans>
              </p>
            )}
            {upload.waiting !== undefined && (
              <p role="status" className={classes.waiting}>
                {upload.waiting ? words(upload.waiting) : t`The server does not answer.`}{' '}
                <Trans>It is retried automatically.</Trans>
              </p>
            )}
          </div>
        </li>
      ))}
    </ul>
  );
}
