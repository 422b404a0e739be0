import type { LineCause } from '@openbenefits/contract/bill-explanation';
import { type Cents, formatMoney, fromCents } from '@openbenefits/domain/money';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { type api as Api, api, orpc } from '../api.ts';
import { problemOf } from '../errors.ts';
import { useIdempotencyKey } from '../idempotency.ts';
import { paths } from '../paths.ts';
import { useWhyNot } from '../session.ts';
import { Button } from '../ui/Button.tsx';
import { DataTable } from '../ui/DataTable.tsx';
import type { Column } from '../ui/data-table-types.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { ErrorLine, ErrorState } from '../ui/ErrorState.tsx';
import { MoneyText } from '../ui/MoneyText.tsx';
import { toastGood } from '../ui/toasts.ts';
import { billName } from './bill-words.tsx';
import classes from './Billing.module.css';
import { creditLimitSentences } from './credit-limit-words.ts';
import { Cause, ChangeDialog } from './Cause.tsx';
import { monthName } from '../ui/month-name.ts';
import { refreshBilling } from './refresh-billing.ts';
import type { ListedBill } from './ReprintDialog.tsx';

type Preview = Awaited<ReturnType<typeof Api.billing.rerunPreview>>;
type Line = Preview['lines'][number];

const differenceText = (cents: Cents): string => `${cents > 0 ? '+' : ''}${formatMoney(cents)}`;
const peopleOf = (lines: readonly Line[]): number => new Set(lines.map(({ subscriberId }) => subscriberId)).size;
const sumOf = (lines: readonly Line[], key: 'billed' | 'now'): Cents =>
  fromCents(lines.reduce((sum, line) => sum + line[key], 0));

/** By person, so that the months of one change are kept together. */
const inOrder = (lines: readonly Line[]): Line[] =>
  lines.toSorted(
    (a, b) =>
      a.name.localeCompare(b.name) ||
      a.subscriberId.localeCompare(b.subscriberId) ||
      a.coveredMonth.localeCompare(b.coveredMonth),
  );

/** A person's months are kept together, so a repeated cause is shown once. */
const repeats = (lines: readonly Line[], line: Line): boolean => {
  const previous = lines[lines.indexOf(line) - 1];
  return (
    previous?.subscriberId === line.subscriberId &&
    previous.cause !== null &&
    previous.cause.changeId === line.cause?.changeId &&
    previous.cause.text === line.cause.text
  );
};

function useColumns(groupId: string, lines: readonly Line[], onShow: (cause: LineCause) => void): Column<Line>[] {
  const { t } = useLingui();
  return [
    {
      key: 'person',
      header: t`Person`,
      narrow: 'name',
      cell: (line) => (
        <>
          <Link className="row-name" to={paths.groupMember(groupId, line.subscriberId)}>
            {line.name}
          </Link>
          <span className="row-meta">{line.planName}</span>
        </>
      ),
    },
    {
      key: 'month',
      header: t`Month`,
      width: 84,
      narrow: 'meta',
      cell: (line) => (
        <>
          {monthName(line.coveredMonth, 'short')}
          <span className="only-narrow">, {line.planName}</span>
          <span className={`only-narrow ${classes.narrowCause}`}>
            <Cause cause={line.cause} onShow={onShow} />
          </span>
        </>
      ),
    },
    { key: 'billed', header: t`Billed`, width: 100, right: true, cell: ({ billed }) => <MoneyText cents={billed} /> },
    { key: 'now', header: t`Now`, width: 100, right: true, cell: ({ now }) => <MoneyText cents={now} /> },
    {
      key: 'difference',
      header: t`Difference`,
      width: 104,
      right: true,
      narrow: 'amount',
      cell: ({ difference, uncredited }) => (
        <>
          <MoneyText cents={difference} difference />
          {uncredited > 0 && (
            <span className={`row-meta ${classes.cause}`}>
              <Trans>
                <MoneyText cents={uncredited} /> not credited
              </Trans>
            </span>
          )}
        </>
      ),
    },
    {
      key: 'cause',
      header: t`Cause`,
      width: 230,
      cell: (line) =>
        repeats(lines, line) ? (
          <span className={classes.quiet}>{t`Same change`}</span>
        ) : (
          <Cause cause={line.cause} onShow={onShow} />
        ),
    },
  ];
}

/** What credit limits keep charged of the difference, and why, each reason once. */
function NotCredited({ lines, total }: { lines: readonly Line[]; total: Cents }) {
  const withheld = lines.filter(({ limit }) => limit !== null);
  if (total === 0) return null;
  return (
    <section>
      <h3 className={classes.part}>
        <Trans>
          Not credited: <MoneyText cents={total} />
        </Trans>
      </h3>
      <ul className={classes.withheld}>
        {withheld.map(({ subscriberId, line, planName, coveredMonth, name, limit }) => (
          <li key={`${subscriberId} ${line} ${planName} ${coveredMonth}`}>
            <b>{name}</b> {limit && creditLimitSentences(limit, coveredMonth).join(' ')}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Differences({ bill, preview, month }: { bill: ListedBill; preview: Preview; month: string }) {
  const { t } = useLingui();
  const { total, mode, why } = preview;
  const lines = inOrder(preview.lines);
  const [shown, setShown] = useState<LineCause>();
  const columns = useColumns(bill.groupId, lines, setShown);
  const people = peopleOf(lines);
  return (
    <>
      <p className={classes.lead}>
        <Plural
          value={people}
          one={`# person changed since the ${month} bill was calculated.`}
          other={`# people changed since the ${month} bill was calculated.`}
        />
      </p>
      <DataTable
        label={t`Differences`}
        columns={columns}
        rows={lines}
        rowKey={({ subscriberId, planName, line, coveredMonth }) =>
          `${subscriberId} ${line} ${planName} ${coveredMonth}`
        }
        rowName={({ name }) => name}
      />
      <dl className={classes.sums}>
        <div>
          <dt>
            <Plural value={lines.length} one="# line" other="# lines" />
          </dt>
          <dd>
            <span>
              <Trans>Billed</Trans> <MoneyText cents={sumOf(lines, 'billed')} />
            </span>
            <span>
              <Trans>Now</Trans> <MoneyText cents={sumOf(lines, 'now')} />
            </span>
            <b>
              <Trans>Difference</Trans> <MoneyText cents={total} difference />
            </b>
          </dd>
        </div>
      </dl>
      <NotCredited lines={lines} total={preview.uncredited} />
      <h3 className={classes.part}>
        <Trans>How it is posted</Trans>
      </h3>
      <p className={classes.posting}>
        <b>{mode === 'replace' ? t`As a new version of the ${month} bill` : t`As adjustments on the next bill`}</b>
        <span>{why}</span>
      </p>
      {shown && <ChangeDialog cause={shown} onClose={() => setShown(undefined)} />}
    </>
  );
}

/** Whether the money of a preview is posted, with what was seen. */
function useRerun(bill: ListedBill, preview: Preview | undefined, onDone: () => void, onStale: () => void) {
  const { t } = useLingui();
  const keys = useIdempotencyKey();
  return useMutation({
    mutationFn: () => {
      const input = { id: bill.id, sight: preview?.sight ?? '' };
      return api.billing.rerun({ ...input, idempotencyKey: keys.keyFor(input) });
    },
    onSuccess: ({ number, waitsBecause }) => {
      keys.settle();
      if (waitsBecause === null)
        toastGood(t`Bill rerun posted`, number === null ? undefined : t`The new version is ${number}.`);
      else toastGood(t`Waiting for a second person`, waitsBecause);
      onDone();
      return refreshBilling();
    },
    onError: (error) => {
      if (problemOf(error).code === 'CONFLICT') onStale();
    },
  });
}

/** What a bill would be now, per person and month, before it is posted (picture 14b). */
export function RerunDialog({ bill, onClose }: { bill: ListedBill; onClose: () => void }) {
  const { t } = useLingui();
  const mayNot = useWhyNot('billing.post');
  const { data, error, refetch, isFetching } = useQuery({
    ...orpc.billing.rerunPreview.queryOptions({ input: { id: bill.id } }),
    staleTime: 0,
    gcTime: 0,
  });
  const rerun = useRerun(bill, data, onClose, () => void refetch());
  const month = monthName(bill.period);
  const isEmpty = data?.lines.length === 0;
  // The next bill run adjusts what was sent or paid; there is nothing to post now.
  const isDone = isEmpty || data?.mode === 'adjust';
  const waiting = isFetching ? t`The differences are being calculated` : undefined;
  return (
    <Dialog
      opened
      alert
      size={880}
      closeOnOverlayClick={false}
      onClose={onClose}
      overline={`${bill.groupName} · ${billName(bill)}`}
      title={t`Confirm Bill Rerun`}
      footerNote={
        data &&
        !isEmpty &&
        (isDone ? (
          <Trans>Nothing is posted now. The next bill run posts this difference.</Trans>
        ) : (
          <Trans>Running it a second time changes nothing</Trans>
        ))
      }
      footer={
        <>
          <Button onClick={onClose} data-autofocus>
            {isDone ? <Trans>Close</Trans> : <Trans>Cancel</Trans>}
          </Button>
          {!isDone && (
            <Button
              variant="primary"
              busy={rerun.isPending}
              disabledReason={mayNot ?? (data ? waiting : (waiting ?? t`The differences are not known`))}
              onClick={() => rerun.mutate()}
            >
              {data ? t`Rerun and post ${differenceText(data.total)}` : t`Rerun and post`}
            </Button>
          )}
        </>
      }
    >
      {data ? (
        isEmpty ? (
          <p className={classes.lead}>
            <Trans>There is nothing to do. The {month} bill has the amounts that are known now.</Trans>
          </p>
        ) : (
          <Differences bill={bill} preview={data} month={month} />
        )
      ) : error ? (
        <ErrorState error={error} title={t`The differences could not be calculated`} onRetry={() => void refetch()} />
      ) : (
        <output className={classes.lead}>
          <Trans>Calculating the {month} bill with what is known now...</Trans>
        </output>
      )}
      {rerun.error !== null && (
        <div className={classes.refusal}>
          <ErrorLine error={rerun.error} />
        </div>
      )}
    </Dialog>
  );
}
