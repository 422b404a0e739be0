import type { MailingPreview } from '@openbenefits/contract/arrears';
import { add, formatMoney } from '@openbenefits/domain/money';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { UseMutationResult } from '@tanstack/react-query';
import { useWhyNot } from '../../session.ts';
import { Button } from '../../ui/Button.tsx';
import { DataTable } from '../../ui/DataTable.tsx';
import type { Column } from '../../ui/data-table-types.ts';
import { DateText } from '../../ui/DateText.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { ErrorLine, ErrorState } from '../../ui/ErrorState.tsx';
import { MoneyText } from '../../ui/MoneyText.tsx';
import { words } from '../../words.ts';
import classes from './Arrears.module.css';

type Mailing = MailingPreview['send'][number];
type Sent = { sent: number; skipped: MailingPreview['skipped'] };

function useColumns(withBill: boolean): Column<Mailing>[] {
  const { t } = useLingui();
  return [
    {
      key: 'group',
      header: t`Group`,
      narrow: 'name',
      cell: ({ groupName, billNumber }) => (
        <>
          <span className="row-name">{groupName}</span>
          {billNumber !== null && <span className="row-meta">{billNumber}</span>}
        </>
      ),
    },
    ...(withBill
      ? [{ key: 'due', header: t`Due date`, width: 110, cell: ({ dueDate }: Mailing) => <DateText date={dueDate} /> }]
      : []),
    {
      key: 'to',
      header: t`To`,
      width: 240,
      narrow: 'meta',
      cell: ({ to }) => <span className={classes.address}>{to}</span>,
    },
    {
      key: 'amount',
      header: withBill ? t`Past due` : t`Open`,
      width: 124,
      right: true,
      narrow: 'amount',
      cell: ({ cents }) => <MoneyText cents={cents} />,
    },
  ];
}

/** Groups that get no mail, each with the reason. */
function Skipped({ skipped }: { skipped: MailingPreview['skipped'] }) {
  const { t } = useLingui();
  if (skipped.length === 0) return null;
  return (
    <section aria-label={t`Skipped groups`}>
      <h3 className={classes.part}>
        <Plural value={skipped.length} one="# group is skipped" other="# groups are skipped" />
      </h3>
      <ul className={classes.skipped}>
        {skipped.map(({ groupId, groupName, reason }) => (
          <li key={groupId}>
            <b>{groupName}</b> <span>{words(reason)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Preview({ preview, withBill }: { preview: MailingPreview; withBill: boolean }) {
  const { t } = useLingui();
  const columns = useColumns(withBill);
  const { send, skipped } = preview;
  const total = formatMoney(add(...send.map(({ cents }) => cents)));
  return (
    <>
      {send.length === 0 ? (
        <p className={classes.lead}>
          <Trans>There is nothing to send.</Trans>
        </p>
      ) : (
        <>
          <p className={classes.lead}>
            <Plural
              value={send.length}
              one={`# group gets a mail, ${total} in all.`}
              other={`# groups get a mail, ${total} in all.`}
            />
          </p>
          <DataTable
            label={t`Groups that get a mail`}
            columns={columns}
            rows={send}
            rowKey={({ groupId }) => groupId}
            rowName={({ groupName }) => groupName}
          />
        </>
      )}
      <Skipped skipped={skipped} />
    </>
  );
}

type Props = {
  title: string;
  /** 'Send 3 reminders'. */
  sendLabel: (count: number) => string;
  /** Names the bill that each mail is about. */
  withBill?: boolean;
  preview: { data: MailingPreview | undefined; error: Error | null; refetch: () => unknown };
  mailing: UseMutationResult<Sent, Error, MailingPreview>;
  onClose: () => void;
};

/** Shows who gets a mail before anything is sent, then what was sent and what was skipped. */
export function MailingDialog({ title, sendLabel, withBill = false, preview, mailing, onClose }: Props) {
  const { t } = useLingui();
  const mayNot = useWhyNot('billing.run');
  const { data, error } = preview;
  const done = mailing.data;
  const count = data?.send.length ?? 0;
  return (
    <Dialog
      opened
      alert
      size={880}
      closeOnOverlayClick={false}
      onClose={onClose}
      title={title}
      footerNote={data && !done && <Trans>A mail names no member and has a link, no attachment.</Trans>}
      footer={
        <>
          <Button onClick={onClose} data-autofocus>
            {done || count === 0 ? <Trans>Close</Trans> : <Trans>Cancel</Trans>}
          </Button>
          {!done && data && count > 0 && (
            <Button
              variant="primary"
              busy={mailing.isPending}
              disabledReason={mayNot}
              onClick={() => mailing.mutate(data)}
            >
              {sendLabel(count)}
            </Button>
          )}
        </>
      }
    >
      {done ? (
        <>
          <p className={classes.lead} role="status">
            <Plural value={done.sent} one="# mail was sent." other="# mails were sent." />
          </p>
          <Skipped skipped={done.skipped} />
        </>
      ) : data ? (
        <Preview preview={data} withBill={withBill} />
      ) : error ? (
        <ErrorState error={error} title={t`The preview could not be loaded`} onRetry={() => void preview.refetch()} />
      ) : (
        <output className={classes.lead}>
          <Trans>Loading the groups...</Trans>
        </output>
      )}
      {mailing.error !== null && <ErrorLine error={mailing.error} />}
    </Dialog>
  );
}
