import { useLingui } from '@lingui/react/macro';
import { IconDownload, IconHistory, IconPrinter, IconRefresh } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { fetchFile } from '../exports/fetch-file.ts';
import { paths } from '../paths.ts';
import { useWhyNot } from '../session.ts';
import type { RowAction } from '../ui/data-table-types.ts';
import { toastError } from '../ui/toasts.ts';
import { BILL_STATUS_LABEL } from '../domain-labels.ts';
import { billFile, type ListedBill, ReprintDialog } from './ReprintDialog.tsx';
import { RerunDialog } from './RerunDialog.tsx';

type Asked = { what: 'reprint' | 'rerun'; bill: ListedBill };

export type BillActions = {
  reprint: (bill: ListedBill) => void;
  rerun: (bill: ListedBill) => void;
  /** Why this user may not look for differences. */
  rerunReason: (bill: ListedBill) => string | undefined;
  /** The actions of a posted bill in a list. */
  rowActions: (bill: ListedBill) => RowAction[];
  /** The dialog that is open. */
  dialog: ReactNode;
};

/** Reprint, rerun and download of posted bills, with their dialogs. */
export function useBillActions(): BillActions {
  const { t } = useLingui();
  const mayNotRun = useWhyNot('billing.run');
  const [asked, setAsked] = useState<Asked>();
  const close = () => setAsked(undefined);
  const reprint = (bill: ListedBill) => setAsked({ what: 'reprint', bill });
  const rerun = (bill: ListedBill) => setAsked({ what: 'rerun', bill });
  const rerunReason = ({ status }: ListedBill): string | undefined => {
    if (mayNotRun !== undefined) return mayNotRun;
    const label = BILL_STATUS_LABEL[status];
    return status === 'replaced' || status === 'void' ? t`The bill is ${label}.` : undefined;
  };
  return {
    reprint,
    rerun,
    rerunReason,
    rowActions: (bill) => [
      {
        label: t`Download PDF`,
        icon: IconDownload,
        onHover: true,
        onClick: () => void fetchFile(billFile(bill.id)).catch((error: unknown) => toastError(error)),
      },
      { label: t`Then and now`, icon: IconHistory, to: paths.billingMonth(bill.groupId, bill.period) },
      { label: t`Reprint Bill`, icon: IconPrinter, onClick: () => reprint(bill) },
      { label: t`Bill Rerun`, icon: IconRefresh, disabledReason: rerunReason(bill), onClick: () => rerun(bill) },
    ],
    dialog: asked && (
      <>
        {asked.what === 'reprint' && <ReprintDialog bill={asked.bill} onClose={close} />}
        {asked.what === 'rerun' && <RerunDialog bill={asked.bill} onClose={close} />}
      </>
    ),
  };
}
