import { api } from '../api.ts';
import { command, query } from '../command.ts';
import { configureMethod, listMethods, methodStats } from './payment-methods.operations.ts';
import {
  assignPayment,
  depositChecks,
  unassignPayment,
  undoPaymentApplication,
  voidPayment,
} from './payments.operations.ts';
import { listPayments, paymentDetail, paymentTiles, paymentTotals } from './payments.queries.ts';
import { applyPayment, groupOwed, previewPayment, processPayment } from './process-payment.operations.ts';
import { sandboxProcessor } from './sandbox-processor.ts';

const processor = {
  name: sandboxProcessor.name,
  isSandbox: sandboxProcessor.isSandbox,
  ways: [...sandboxProcessor.ways],
};

export const paymentRoutes = {
  tiles: api.payments.tiles.handler(query(paymentTiles)),
  list: api.payments.list.handler(query(({ tx }, input) => listPayments(tx, input))),
  totals: api.payments.totals.handler(query(({ tx }, input) => paymentTotals(tx, input))),
  get: api.payments.get.handler(query(paymentDetail)),
  owed: api.payments.owed.handler(query(groupOwed)),
  preview: api.payments.preview.handler(query(previewPayment)),
  process: api.payments.process.handler(command(processPayment)),
  apply: api.payments.apply.handler(command(applyPayment)),
  assign: api.payments.assign.handler(command(assignPayment)),
  unassign: api.payments.unassign.handler(command(unassignPayment)),
  undoApplication: api.payments.undoApplication.handler(command(undoPaymentApplication)),
  void: api.payments.void.handler(command(voidPayment)),
  deposit: api.payments.deposit.handler(command(depositChecks)),
  processor: api.payments.processor.handler(query(() => Promise.resolve(processor))),
  methods: {
    list: api.payments.methods.list.handler(query(listMethods)),
    stats: api.payments.methods.stats.handler(query(methodStats)),
    configure: api.payments.methods.configure.handler(command(configureMethod)),
  },
};
