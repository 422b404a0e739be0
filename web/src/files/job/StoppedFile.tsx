import type { FileJob } from '@openbenefits/contract/files';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconHandStop } from '@tabler/icons-react';
import { paths } from '../../paths.ts';
import { Banner } from '../../ui/Banner.tsx';
import { ButtonLink } from '../../ui/Button.tsx';
import { words } from '../../words.ts';

/**
 * A file whose group began to take no files in the midst of it: why it waits, and the two ways out. Resume and the undo
 * stand beside its name.
 */
export function StoppedFile({ job }: { job: FileJob }) {
  const { t } = useLingui();
  return (
    <Banner
      tone="waits"
      icon={IconHandStop}
      title={job.posted ? t`This file stopped before it was finished` : t`This file stopped before anything was posted`}
      actions={
        job.group && (
          <ButtonLink to={paths.group(job.group.id)}>
            <Trans>See the group</Trans>
          </ButtonLink>
        )
      }
    >
      {job.errorMessage && words(job.errorMessage)}{' '}
      {job.posted ? (
        <Trans>Then resume the file to post each remaining record once, or undo what it posted.</Trans>
      ) : (
        <Trans>Then resume the file, or remove it.</Trans>
      )}
    </Banner>
  );
}
