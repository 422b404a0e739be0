import type { FileJob } from '@openbenefits/contract/files';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconFileText } from '@tabler/icons-react';
import { useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { isRunning } from '../job/FileResult.tsx';
import { ReplyDialog } from './ReplyDialog.tsx';

/**
 * Opens what the sender is answered. A census has no envelope to answer, and an acknowledgement is never acknowledged.
 */
export function ReplyButton({ job }: { job: FileJob }) {
  const { t } = useLingui();
  const [opened, setOpened] = useState(false);
  if (job.format !== 'edi834' || job.mode === 'acknowledgement' || job.status === 'removed') return null;
  const unread = (isRunning(job) || job.status === 'paused') && (job.stage === 'waiting' || job.stage === 'reading');
  return (
    <>
      <Button
        icon={IconFileText}
        disabledReason={unread ? t`The reply is made when the file has been read.` : undefined}
        onClick={() => setOpened(true)}
      >
        <Trans>999 reply</Trans>
      </Button>
      {opened && <ReplyDialog job={job} onClose={() => setOpened(false)} />}
    </>
  );
}
