import type { FileJob } from '@openbenefits/contract/files';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { orpc } from '../../api.ts';
import { UndoDialog } from '../../changes/UndoDialog.tsx';
import { useWhyNot } from '../../session.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { words } from '../../words.ts';

/** An undo that was asked for and did not happen: why, who stands in its way by name, and the way to look again. */
export function UndoProblem({ job, problem }: { job: FileJob; problem: NonNullable<FileJob['undoProblem']> }) {
  const { t } = useLingui();
  const mayNot = useWhyNot('members.edit');
  const [asked, setAsked] = useState(false);
  const { data } = useQuery(
    orpc.changes.undoPreview.queryOptions({
      input: { id: job.changeId ?? '' },
      enabled: job.changeId !== null && mayNot === undefined,
    }),
  );
  const names = data?.blockers.map(({ name }) => name).join(', ');
  const others = data ? data.blocked - data.blockers.length : 0;
  return (
    <>
      <Banner
        tone="bad"
        title={t`The undo did not happen`}
        actions={
          job.changeId !== null && (
            <Button onClick={() => setAsked(true)} disabledReason={mayNot}>
              <Trans>Look again</Trans>
            </Button>
          )
        }
      >
        {words(problem.text)}
        {names && <Trans> Changed since: {names}.</Trans>}
        {names &&
          others > 0 &&
          ` ${plural(others, { one: '# other stays with them.', other: '# others stay with them.' })}`}
      </Banner>
      {asked && job.changeId !== null && (
        <UndoDialog
          change={{ id: job.changeId, summary: job.fileName, actor: job.submittedBy }}
          onClose={() => setAsked(false)}
        />
      )}
    </>
  );
}
