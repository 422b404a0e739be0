import type { FileJob } from '@openbenefits/contract/files';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { useState } from 'react';
import { Button } from '../ui/Button.tsx';
import { isRunning } from './FileResult.tsx';
import { LogDialog } from './LogDialog.tsx';
import { useFileAction, useQueueReasons } from './queue/use-queue-actions.ts';
import { ReportMenu } from './ReportMenu.tsx';

/** What can be done with a file on its own page: stop it and let it go on, read its log, take its report. */
export function JobActions({ job }: { job: FileJob }) {
  const { t } = useLingui();
  const reasons = useQueueReasons();
  const act = useFileAction();
  const [log, setLog] = useState(false);
  const paused = job.status === 'paused';
  return (
    <>
      {(paused || isRunning(job)) && (
        <Button icon={paused ? IconPlayerPlay : IconPlayerPause} busy={act.isPending} disabledReason={reasons.file} onClick={() => act.mutate({ id: job.id, act: paused ? 'resume' : 'pause' })}>
          {paused ? <Trans>Resume</Trans> : <Trans>Pause</Trans>}
        </Button>
      )}
      <Button aria-label={t`View Logs of ${job.fileName}`} onClick={() => setLog(true)}>
        <Trans>View Logs</Trans>
      </Button>
      {!isRunning(job) && !paused && job.status !== 'removed' && <ReportMenu job={job} size="medium" />}
      {log && <LogDialog job={job} onClose={() => setLog(false)} />}
    </>
  );
}
