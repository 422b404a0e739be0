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
          Worked out <TimeAgo instant={held.at} />.
        </Trans>{' '}
        {held.changesSince > 0 &&
          plural(held.changesSince, {
            one: '# change was made to the group since; an approval matches everybody again, and may hold the file once more.',
            other:
              '# changes were made to the group since; an approval matches everybody again, and may hold the file once more.',
          })}{' '}
        {held.profileChanged && (
          <Trans>The sender’s profile was changed since: work the file out again to see what that does to it.</Trans>
        )}{' '}
        {held.mended > 0 &&
          plural(held.mended, {
            one: '# refused row was mended since and is not in what stands here.',
            other: '# refused rows were mended since and are not in what stands here.',
          })}{' '}
        {held.mended > 0 ? (
          plural(held.mended, {
            one: 'Put in, it stands in the place of what was sent, and the file is worked out again. What was left out and decided stays, and nothing is posted before the file is approved.',
            other:
              'Put in, they stand in the place of what was sent, and the file is worked out again. What was left out and decided stays, and nothing is posted before the file is approved.',
          })
        ) : (
          <Trans>
            Working it out again keeps what was left out and decided. Where nothing was chosen or mended and nothing
            holds it any more, it posts by itself.
          </Trans>
        )}
      </p>
      <Button size="small" busy={rehearse.isPending} disabledReason={mayNot} onClick={() => rehearse.mutate()}>
        {held.mended > 0 ? (
          plural(held.mended, { one: 'Put # mended row in', other: 'Put # mended rows in' })
        ) : (
          <Trans>Work out again</Trans>
        )}
      </Button>
    </div>
  );
}
