import type { LineCause } from '@openbenefits/contract/bill-explanation';
import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { ChangeDetails } from '../changes/ChangeDetails.tsx';
import { paths } from '../paths.ts';
import { Button, TextButton } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { TimeAgo } from '../ui/TimeAgo.tsx';
import classes from './Billing.module.css';

/** Who changed what, in one line. */
export const causeText = ({ text, by }: LineCause): string => (by === '' ? text : `${text}, ${by}`);

/** A change with its records, each field before and after. */
export function ChangeDialog({ cause, onClose }: { cause: LineCause; onClose: () => void }) {
  const { text, by, at, changeId } = cause;
  return (
    <Dialog
      opened
      isRead
      size={640}
      onClose={onClose}
      title={text}
      footer={
        <Button onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
      }
    >
      <p className={classes.lead}>
        {by} · <TimeAgo instant={at} />
      </p>
      {changeId !== null && <ChangeDetails id={changeId} />}
    </Dialog>
  );
}

/** What made an amount differ and who did it, with the way to it: the change, or the version of the rates. */
export function Cause({ cause, onShow }: { cause: LineCause | null; onShow: (cause: LineCause) => void }) {
  const { t } = useLingui();
  if (cause === null)
    return (
      <span className={classes.quiet}>
        <Trans>Contribution, class or rules changed</Trans>
      </span>
    );
  const { text, by, changeId, rateTableId } = cause;
  return (
    <span className={classes.cause}>
      {causeText(cause)}{' '}
      {changeId !== null && (
        <TextButton onClick={() => onShow(cause)} aria-label={t`Show the change: ${text}, ${by}`}>
          <Trans>Show</Trans>
        </TextButton>
      )}
      {rateTableId !== null && (
        <Link to={paths.rateTable(rateTableId)}>
          <Trans>Show</Trans>
          <span className="sr">{text}</span>
        </Link>
      )}
    </span>
  );
}
