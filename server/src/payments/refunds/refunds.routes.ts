import { api } from '../../api.ts';
import { command, query } from '../../command.ts';
import { creditGroup, listAdjustments, writeOff } from './adjustments.operations.ts';
import { changeLimits } from '../../approvals/changed-limits.ts';
import {
  failRefundByHand,
  markUnclaimed,
  payRefundByCheck,
  requestRefund,
  resendRefund,
  reverseCard,
  withdrawRefund,
} from './refunds.operations.ts';
import { listRefunds, refundBalances, refundSummary } from './refunds.queries.ts';

export const refundRoutes = {
  summary: api.refunds.summary.handler(query(refundSummary)),
  balances: api.refunds.balances.handler(query(refundBalances)),
  list: api.refunds.list.handler(query(listRefunds)),
  request: api.refunds.request.handler(command(requestRefund)),
  withdraw: api.refunds.withdraw.handler(command(withdrawRefund)),
  payByCheck: api.refunds.payByCheck.handler(command(payRefundByCheck)),
  reverseCard: api.refunds.reverseCard.handler(command(reverseCard)),
  fail: api.refunds.fail.handler(command(failRefundByHand)),
  resend: api.refunds.resend.handler(command(resendRefund)),
  unclaimed: api.refunds.unclaimed.handler(command(markUnclaimed)),
  setLimits: api.refunds.setLimits.handler(command(changeLimits)),
  adjustments: {
    list: api.refunds.adjustments.list.handler(query(listAdjustments)),
    writeOff: api.refunds.adjustments.writeOff.handler(command(writeOff)),
    credit: api.refunds.adjustments.credit.handler(command(creditGroup)),
  },
};
