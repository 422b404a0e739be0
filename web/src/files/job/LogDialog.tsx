import type { FileJob } from '@openbenefits/contract/files';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { FileLog } from './FileLog.tsx';

/** A file's log, from wherever the file is named. */
export function LogDialog({ job, onClose }: { job: Pick<FileJob, 'id' | 'fileName'>; onClose: () => void }) {
  const { t } = useLingui();
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t`Log of ${job.fileName}`}
      size={880}
      isRead
      footer={
        <Button onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
      }
    >
      <FileLog job={job} />
    </Dialog>
  );
}
