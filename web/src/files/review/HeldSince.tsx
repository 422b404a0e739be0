import type { FileJob } from '@openbenefits/contract/files';
import { plural } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useWhyNot } from '../../session.ts';
import { Button } from '../../ui/Button.tsx';
import { TimeAgo } from '../../ui/TimeAgo.tsx';
import classes from './Review.module.css';
import { useReview } from './use-review.ts';

/** When a held file was worked out, what came since, and the way to have it worked out by that. */
export function HeldSince({ job, held }: { job: FileJob; held: NonNullable<FileJob['held']> }) {
  const mayNot = useWhyNot('files.process');
  const { rehearse } = useReview(job.id);
  return (
    <div className={classes.heldSince}>
      <p>
        <Trans>
          Preview of <TimeAgo instant={held.at} />.
        </Trans>{' '}
        {held.changesSince > 0 &&
          plural(held.changesSince, {
            one: '# change was made to the group since then. An approval matches everyone again and may hold the file again.',
            other:
              '# changes were made to the group since then. An approval matches everyone again and may hold the file again.',
          })}{' '}
        {held.profileChanged && (
          <Trans>The sender’s profile was changed since then. Refresh the preview to see the effect.</Trans>
        )}{' '}
        {held.mended > 0 &&
          plural(held.mended, {
            one: '# rejected row was fixed since then and is not in this preview.',
            other: '# rejected rows were fixed since then and are not in this preview.',
          })}{' '}
        {held.mended > 0 ? (
          plural(held.mended, {
            one: 'Your correction replaces the original row and the preview is refreshed. What was left out and decided stays. Nothing is posted until the file is approved.',
            other:
              'Your corrections replace the original rows and the preview is refreshed. What was left out and decided stays. Nothing is posted until the file is approved.',
          })
        ) : (
          <Trans>
            A refreshed preview keeps what was left out and decided. If nothing needs review, it posts automatically.
          </Trans>
        )}
      </p>
      <Button size="small" busy={rehearse.isPending} disabledReason={mayNot} onClick={() => rehearse.mutate()}>
        {held.mended > 0 ? (
          plural(held.mended, { one: 'Apply # fixed row', other: 'Apply # fixed rows' })
        ) : (
          <Trans>Refresh preview</Trans>
        )}
      </Button>
    </div>
  );
}
