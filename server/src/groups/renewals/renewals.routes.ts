import { api } from '../../api.ts';
import { command, query } from '../../command.ts';
import type { MovePlanMembers } from '../../plans/plan-termination.operations.ts';
import { listSimulations, simulateAll, simulationResult } from './book-simulation.ts';
import { upcomingRenewals } from './renewal-list.queries.ts';
import { groupRenewal } from './renewal-simulation.ts';
import { applyRenewal } from './renewals.operations.ts';

/** Routes of renewals. `move` moves members to another plan; it comes from members, to the right. */
export const renewalRoutes = (move: MovePlanMembers) => ({
  upcoming: api.renewals.upcoming.handler(query(upcomingRenewals)),
  simulate: api.renewals.simulate.handler(query(groupRenewal)),
  apply: api.renewals.apply.handler(command((work, input) => applyRenewal(work, input, move))),
  simulateAll: api.renewals.simulateAll.handler(command(simulateAll)),
  simulations: api.renewals.simulations.handler(query(listSimulations)),
  simulation: api.renewals.simulation.handler(query(simulationResult)),
});
