import type { MailRow } from '@openbenefits/contract/mails';
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { orpc } from '../api.ts';
import { Banner } from '../ui/Banner.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import classes from './MailDialog.module.css';

/** The text of one mail, and why it was not sent. */
export function MailDialog({ mail, onClose }: { mail: MailRow; onClose: () => void }) {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery(orpc.admin.mails.get.queryOptions({ input: { id: mail.id } }));
  const reason = (data ?? mail).reason;
  return (
    <Dialog opened onClose={onClose} title={mail.subject} overline={t`To ${mail.to}`} size={640} isRead>
      {reason && (
        <Banner
          tone={mail.state === 'failed' ? 'bad' : 'waits'}
          role="status"
          title={mail.state === 'failed' ? t`Not sent` : t`Not sent yet`}
        >
          {reason}
        </Banner>
      )}
      {error && !data && (
        <ErrorState error={error} title={t`The mail could not be loaded`} onRetry={() => void refetch()} />
      )}
      {data && <p className={classes.text}>{data.text}</p>}
      {!data && !error && <Skeleton width={320} height={20} />}
    </Dialog>
  );
}
