import { Trans, useLingui } from '@lingui/react/macro';
import { IconRefresh, IconX } from '@tabler/icons-react';
import { Button, IconButton } from '../ui/Button.tsx';
import { fileSize } from './file-size.ts';
import { Progress } from './Progress.tsx';
import classes from './UploadPage.module.css';
import type { Upload } from './uploads.ts';

/** Files on their way, with their true progress; one that failed stays with its reason until it is put aside. */
export function UploadList({ uploads, onDismiss }: { uploads: readonly Upload[]; onDismiss: (key: string) => void }) {
  const { t } = useLingui();
  if (uploads.length === 0) return null;
  return (
    <ul className={classes.list} aria-label={t`Uploads in progress`}>
      {uploads.map((upload) => (
        <li key={upload.key}>
          <div className="trunc">
            <span className={classes.name}>{upload.name}</span>
            <span className={classes.size}>{fileSize(upload.sizeBytes)}</span>
          </div>
          {upload.state === 'failed' ? (
            <span className={classes.mends}>
              {upload.again && (
                <Button size="small" icon={IconRefresh} aria-label={t`Try again: ${upload.name}`} onClick={upload.again}>
                  <Trans>Try again</Trans>
                </Button>
              )}
              <IconButton icon={IconX} size="small" label={t`Remove ${upload.name}`} onClick={() => onDismiss(upload.key)} />
            </span>
          ) : (
            <span />
          )}
          <div className={classes.wide}>
            {upload.state === 'failed' ? <p className={classes.failure}>{upload.message}</p> : <Progress label={t`Uploading ${upload.name}`} percent={upload.percent} />}
          </div>
        </li>
      ))}
    </ul>
  );
}
