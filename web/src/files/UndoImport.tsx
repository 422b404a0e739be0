import type { FileJob } from '@openbenefits/contract/files';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useState } from 'react';
import { UndoDialog } from '../changes/UndoDialog.tsx';
import { useWhyNot } from '../session.ts';
import { Button } from '../ui/Button.tsx';

/** Takes back what a file did, all of it or whoever was not changed again since; who stays is listed by name first. */
export function UndoImport({ job }: { job: FileJob }) {
  const { t } = useLingui();
  const mayNot = useWhyNot('members.edit');
  const [asked, setAsked] = useState(false);
  if (job.status !== 'completed' || job.changeId === null || job.added + job.changed + job.ended + job.missingEnded === 0) return null;
  return (
    <>
      <Button icon={IconArrowBackUp} disabledReason={job.undone?.all && job.missingEnded === 0 ? t`Undone by ${job.undone.by}.` : mayNot} onClick={() => setAsked(true)}>
        <Trans>Undo import</Trans>
      </Button>
      {asked && <UndoDialog change={{ id: job.changeId, summary: job.fileName, actor: job.submittedBy }} onClose={() => setAsked(false)} />}
    </>
  );
}
