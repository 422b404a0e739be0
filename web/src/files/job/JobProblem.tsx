import type { FileJob } from '@openbenefits/contract/files';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, orpc } from '../../api.ts';
import { useIdempotencyKey } from '../../idempotency.ts';
import { Banner } from '../../ui/Banner.tsx';
import { PermittedLink } from '../../groups/PermittedLink.tsx';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/Button.tsx';
import { focusHeading } from '../../ui/focus-return.ts';
import { toastError } from '../../ui/toasts.ts';
import { useWhyNot } from '../../session.ts';
import { words } from '../../words.ts';
import { GroupPicker, type PickedGroup } from '../../groups/GroupPicker.tsx';
import { hasColumns } from '../list-file.ts';
import classes from './JobPage.module.css';

/**
 * A file that could not be used as a whole: why, and how to go on. Where only its group is missing, it is chosen here.
 */
export function JobProblem({ job }: { job: FileJob }) {
  const { t } = useLingui();
  const queries = useQueryClient();
  const keys = useIdempotencyKey();
  const [group, setGroup] = useState<PickedGroup | null>(null);
  const retry = useMutation({
    mutationFn: () => {
      const input = { id: job.id, ...(group ? { groupId: group.id } : {}) };
      return api.files.retry({ ...input, idempotencyKey: keys.keyFor(input) });
    },
    onSuccess: async () => {
      keys.settle();
      await queries.invalidateQueries({ queryKey: orpc.files.key() });
      // What was pressed is gone; the keyboard goes on from the file's name.
      focusHeading();
    },
    onError: (error) => toastError(error),
  });
  const needsGroup = job.group === null && job.errorCode === 'group_wanted';
  const mayNot =
    useWhyNot('files.process') ??
    (job.originalRemovedAt
      ? t`The original was removed`
      : job.undone
        ? t`Its changes were undone. Upload it again to import it.`
        : undefined);
  return (
    <>
      <Banner
        tone="bad"
        role="alert"
        title={job.posted ? t`This file stopped after a part of it was posted` : t`This file was not processed`}
        actions={
          <>
            {hasColumns(job) && job.originalRemovedAt === null && !job.undone && (
              <PermittedLink needs="files.process" to={paths.fileColumns(job.id)}>
                <Trans>Match columns</Trans>
              </PermittedLink>
            )}
            {!needsGroup && (
              <Button onClick={() => retry.mutate()} busy={retry.isPending} disabledReason={mayNot}>
                <Trans>Retry</Trans>
              </Button>
            )}
          </>
        }
      >
        {job.errorMessage && words(job.errorMessage)}
      </Banner>
      {needsGroup && (
        <div className={classes.choose}>
          {mayNot === undefined && <GroupPicker label={t`Employer group`} required onPick={setGroup} />}
          <Button
            variant="primary"
            busy={retry.isPending}
            disabledReason={mayNot ?? (group ? undefined : t`Choose the group this file belongs to first`)}
            onClick={() => retry.mutate()}
          >
            <Trans>Use this group</Trans>
          </Button>
        </div>
      )}
    </>
  );
}
