import type { FileJob } from '@openbenefits/contract/files';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useNavigate } from 'react-router';
import { paths } from '../../paths.ts';
import { useWhyNot } from '../../session.ts';
import { Button } from '../../ui/Button.tsx';
import { toastGood } from '../../ui/toasts.ts';
import { useReview } from '../review/use-review.ts';

/** What was mended of a held file goes into it, and the file is worked out again with it. */
export function PutIntoFile({ job, mended }: { job: FileJob; mended: number }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const { rehearse } = useReview(job.id);
  const mayNot =
    useWhyNot('files.process') ?? (mended === 0 ? t`Nothing was fixed since the last preview.` : undefined);
  const put = async () => {
    // Told by the hook. The button is gone by the time it is done: the file waits no more, but is worked on.
    if (!(await rehearse.mutateAsync().catch(() => undefined))) return;
    await navigate(paths.fileJob(job.id));
    toastGood(
      plural(mended, { one: '# row applied to the file', other: '# rows applied to the file' }),
      t`The preview is refreshed with the corrections. The original stays as it was sent.`,
    );
  };
  return (
    <Button variant="primary" disabledReason={mayNot} busy={rehearse.isPending} onClick={() => void put()}>
      {mended === 0 ? (
        <Trans>Put into the file</Trans>
      ) : (
        plural(mended, { one: 'Apply # row to the file', other: 'Apply # rows to the file' })
      )}
    </Button>
  );
}
