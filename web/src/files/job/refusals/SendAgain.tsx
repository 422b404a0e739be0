import type { FileJob } from '@openbenefits/contract/files';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconRefresh } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from 'react-router';
import { api, orpc } from '../../../api.ts';
import { newKey } from '../../../idempotency.ts';
import { paths } from '../../../paths.ts';
import { useWhyNot } from '../../../session.ts';
import { Button } from '../../../ui/Button.tsx';
import { toastError, toastGood } from '../../../ui/toasts.ts';

type Props = { job: FileJob; rows: number; variant?: 'default' | 'primary'; size?: 'small' | 'medium' };

/** The refused records of a finished file go into a file of their own, once anything was done about them. */
export function SendAgain({ job, rows, variant = 'default', size = 'small' }: Props) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const mayNot =
    useWhyNot('files.upload') ??
    (job.worthResending
      ? undefined
      : t`Nothing was fixed since this file was processed. The rows would be rejected again.`);
  const resend = useMutation({
    mutationFn: () => api.files.resend({ id: job.id, idempotencyKey: newKey() }),
    onSuccess: async ({ id }) => {
      toastGood(t`Sent again`, t`The rejected rows are a separate file.`);
      await queries.invalidateQueries({ queryKey: orpc.files.key() });
      await navigate(paths.fileJob(id));
    },
    onError: (error) => toastError(error),
  });
  if (job.status !== 'completed') return null;
  if (job.resentAs !== null) {
    return (
      <Link to={paths.fileJob(job.resentAs)}>
        <Trans>Sent again: see that file</Trans>
      </Link>
    );
  }
  return (
    <Button
      size={size}
      variant={variant}
      icon={IconRefresh}
      disabledReason={mayNot}
      busy={resend.isPending}
      onClick={() => resend.mutate()}
    >
      {plural(rows, { one: 'Send the row again', other: 'Send the # rows again' })}
    </Button>
  );
}
