import { BILL_STATUSES, type BillStatus } from '@openbenefits/domain/billing/bill-status';
import { useSearchParams } from 'react-router';

/** The statuses an invoice can have; a draft is no invoice yet. */
export const INVOICE_STATUSES = BILL_STATUSES.filter((status) => status !== 'draft');

const readId = (params: URLSearchParams, name: string): string | undefined =>
  /^[0-9a-f-]{36}$/.exec(params.get(name) ?? '')?.[0];

/** What the billing dashboard shows, in its address, so that links and Back show the same. */
export type BillingQuestion = {
  readonly groupId: string | undefined;
  readonly billId: string | undefined;
  readonly search: string;
  readonly status: BillStatus | 'all';
  /** The account whose entries are shown. */
  readonly account: string | undefined;
  /** Cursors from the second page to this one. */
  readonly cursors: readonly string[];
};

const read = (params: URLSearchParams): BillingQuestion => ({
  groupId: readId(params, 'group'),
  billId: readId(params, 'bill'),
  search: (params.get('search') ?? '').slice(0, 200),
  status: INVOICE_STATUSES.find((status) => status === params.get('status')) ?? 'all',
  account: /^\d{4}$/.exec(params.get('account') ?? '')?.[0],
  cursors: params.getAll('after'),
});

function write(
  tab: string | null,
  { groupId, billId, search, status, account, cursors }: BillingQuestion,
): URLSearchParams {
  const params = new URLSearchParams();
  if (groupId) params.set('group', groupId);
  if (tab) params.set('tab', tab);
  if (search !== '') params.set('search', search);
  if (status !== 'all') params.set('status', status);
  if (account) params.set('account', account);
  for (const cursor of cursors) params.append('after', cursor);
  if (billId) params.set('bill', billId);
  return params;
}

/** What the list of invoices asks for. */
export const filterOf = ({ groupId, search, status }: BillingQuestion) => ({
  ...(groupId && { groupId }),
  ...(search !== '' && { search }),
  ...(status !== 'all' && { status }),
});

export function useBillingAddress() {
  const [params, setParams] = useSearchParams();
  const question = read(params);
  const tab = params.get('tab');
  return {
    question,
    /** A changed question starts at its first page again. */
    ask: (change: Partial<BillingQuestion>, { replace = false } = {}) =>
      setParams((before) => write(before.get('tab'), { ...read(before), cursors: [], ...change }), {
        replace,
        preventScrollReset: true,
      }),
    /** The same page with a bill open over it, or without. */
    withBill: (billId: string | undefined): { search: string } => ({
      search: write(tab, { ...question, billId }).toString(),
    }),
    ofGroup: (groupId: string | undefined): { search: string } => ({
      search: write(tab, { ...question, groupId, billId: undefined, account: undefined, cursors: [] }).toString(),
    }),
    ofAccount: (account: string | undefined): { search: string } => ({
      search: write(tab, { ...question, account, cursors: [] }).toString(),
    }),
  };
}
export type BillingAddress = ReturnType<typeof useBillingAddress>;
