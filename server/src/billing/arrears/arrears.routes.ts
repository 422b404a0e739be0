import { api } from '../../api.ts';
import { command, query } from '../../command.ts';
import { agingByGroup, agingTotals } from './aging.queries.ts';
import { endPlan, holdGroup, liftHold, makePlan, setBroker } from './decisions.operations.ts';
import { listRules, setRule } from './delinquency-rules.ts';
import { delinquentGroup, groupState, listDelinquent } from './delinquent-groups.queries.ts';
import { previewReminders, sendReminders } from './reminders.operations.ts';
import { groupStatement } from './statement.queries.ts';
import { previewStatements, sendStatements } from './statements.operations.ts';

export const arrearsRoutes = {
  state: api.arrears.state.handler(query(groupState)),
  groups: api.arrears.groups.handler(query(listDelinquent)),
  group: api.arrears.group.handler(query(delinquentGroup)),
  hold: api.arrears.hold.handler(command(holdGroup)),
  liftHold: api.arrears.liftHold.handler(command(liftHold)),
  plan: api.arrears.plan.handler(command(makePlan)),
  endPlan: api.arrears.endPlan.handler(command(endPlan)),
  setBroker: api.arrears.setBroker.handler(command(setBroker)),
  rules: {
    list: api.arrears.rules.list.handler(query(listRules)),
    set: api.arrears.rules.set.handler(command(setRule)),
  },
  reminders: {
    preview: api.arrears.reminders.preview.handler(query(previewReminders)),
    send: api.arrears.reminders.send.handler(command(sendReminders)),
  },
  aging: {
    groups: api.arrears.aging.groups.handler(query(agingByGroup)),
    totals: api.arrears.aging.totals.handler(query(agingTotals)),
  },
  statements: {
    get: api.arrears.statements.get.handler(query(groupStatement)),
    preview: api.arrears.statements.preview.handler(query(previewStatements)),
    send: api.arrears.statements.send.handler(command(sendStatements)),
  },
};
