import type { FileJob } from '@openbenefits/contract/files';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconDots, IconListDetails, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { useState } from 'react';
import { Button, IconButton } from '../../ui/Button.tsx';
import { Menu, MenuItem } from '../../ui/Menu.tsx';
import { isRunning } from './FileResult.tsx';
import { LogDialog } from './LogDialog.tsx';
import { useFileAction, useQueueReasons } from '../queue/use-queue-actions.ts';
import { useRemoveAction, useRemoveDialog } from './RemoveFile.tsx';
import { ReportMenu } from './ReportMenu.tsx';

/**
 * What can be done with a file on its own page, but for what is seldom wanted: stop it and let it go on, take its
 * report.
 */
export function JobActions({ job }: { job: FileJob }) {
  const reasons = useQueueReasons();
  const act = useFileAction();
  const paused = job.status === 'paused';
  return (
    <>
      {(paused || isRunning(job)) && (
        <Button
          icon={paused ? IconPlayerPlay : IconPlayerPause}
          busy={act.isPending}
          disabledReason={reasons.file}
          onClick={() => act.mutate({ job, act: paused ? 'resume' : 'pause' })}
        >
          {paused ? <Trans>Resume</Trans> : <Trans>Pause</Trans>}
        </Button>
      )}
      {!isRunning(job) && (!paused || job.posted) && job.status !== 'removed' && <ReportMenu job={job} size="medium" />}
    </>
  );
}

/** The rest, behind one button, so that the others stay beside the file's name: its log, and how it is got rid of. */
export function MoreActions({ job }: { job: FileJob }) {
  const { t } = useLingui();
  const [log, setLog] = useState(false);
  const removal = useRemoveDialog();
  const removeOf = useRemoveAction(removal.ask);
  const label = t`More actions for this file`;
  return (
    <>
      <Menu label={label} renderTrigger={(props) => <IconButton {...props} icon={IconDots} line label={label} />}>
        {() => (
          <>
            <MenuItem icon={IconListDetails} onSelect={() => setLog(true)}>
              <Trans>View Logs</Trans>
            </MenuItem>
            {removeOf(job).map(({ label: said, icon, onClick, disabledReason }) => (
              <MenuItem key={said} icon={icon} danger disabledReason={disabledReason} onSelect={onClick}>
                {said}
              </MenuItem>
            ))}
          </>
        )}
      </Menu>
      {log && <LogDialog job={job} onClose={() => setLog(false)} />}
      {removal.dialog}
    </>
  );
}
