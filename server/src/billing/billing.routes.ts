import { api } from '../api.ts';
import { command, query } from '../command.ts';
import { billDetail, billLinesPage } from './bill-detail.queries.ts';
import { billsOfRun, invoiceTotals, listInvoices } from './bill-rows.queries.ts';
import { cancelRun, pauseRun, refreshRun, resumeRun, startRun } from './bill-runs.operations.ts';
import { listRuns, runDetail } from './bill-runs.queries.ts';
import { postRun } from './post-run.ts';
import { emailBill, excludeHold, reprintBill } from './bills.operations.ts';
import { explainLine, explainTotal } from './line-explanation.queries.ts';
import { monthView } from './month-view.queries.ts';
import { closeMonth, reopenMonth } from '../ledger/month-close/month-close.operations.ts';
import { closeChecklist, listMonths } from '../ledger/month-close/months.queries.ts';
import { accountEntries, trialBalance } from '../ledger/ledger.queries.ts';
import { rerunBill, voidBill } from './bill-void.ts';
import { billingOverview } from './overview.queries.ts';
import { rerunPreview } from './rerun.operations.ts';
import { decideUnbilledMonths } from './unbilled-months.operations.ts';
import { excludeRunHolds, runHolds } from './run-holds.ts';
import { unusualSubscribers } from './unusual.queries.ts';

export const billingRoutes = {
  overview: api.billing.overview.handler(query(billingOverview)),
  invoices: api.billing.invoices.handler(query(({ tx, today }, input) => listInvoices(tx, today, input))),
  invoiceTotals: api.billing.invoiceTotals.handler(query(({ tx, today }, input) => invoiceTotals(tx, today, input))),
  bill: api.billing.bill.handler(query(billDetail)),
  unusual: api.billing.unusual.handler(query(unusualSubscribers)),
  lines: api.billing.lines.handler(query(billLinesPage)),
  explainLine: api.billing.explainLine.handler(query(explainLine)),
  explainTotal: api.billing.explainTotal.handler(query(explainTotal)),
  monthView: api.billing.monthView.handler(query(monthView)),
  email: api.billing.email.handler(command(emailBill)),
  void: api.billing.void.handler(command(voidBill)),
  reprint: api.billing.reprint.handler(command(reprintBill)),
  rerunPreview: api.billing.rerunPreview.handler(query(rerunPreview)),
  rerun: api.billing.rerun.handler(command(rerunBill)),
  runs: {
    list: api.billing.runs.list.handler(query(listRuns)),
    get: api.billing.runs.get.handler(query(runDetail)),
    bills: api.billing.runs.bills.handler(query(({ tx, today }, input) => billsOfRun(tx, today, input))),
    start: api.billing.runs.start.handler(command(startRun)),
    pause: api.billing.runs.pause.handler(command(pauseRun)),
    resume: api.billing.runs.resume.handler(command(resumeRun)),
    refresh: api.billing.runs.refresh.handler(command(refreshRun)),
    cancel: api.billing.runs.cancel.handler(command(cancelRun)),
    holds: api.billing.runs.holds.handler(query(runHolds)),
    excludeHolds: api.billing.runs.excludeHolds.handler(command(excludeRunHolds)),
    unbilled: api.billing.runs.unbilled.handler(command(decideUnbilledMonths)),
    post: api.billing.runs.post.handler(command(postRun)),
  },
  excludeHold: api.billing.excludeHold.handler(command(excludeHold)),
  months: {
    list: api.billing.months.list.handler(query(listMonths)),
    checklist: api.billing.months.checklist.handler(query(closeChecklist)),
    close: api.billing.months.close.handler(command(closeMonth)),
    reopen: api.billing.months.reopen.handler(command(reopenMonth)),
  },
  ledger: {
    trialBalance: api.billing.ledger.trialBalance.handler(query(trialBalance)),
    entries: api.billing.ledger.entries.handler(query(accountEntries)),
  },
};
