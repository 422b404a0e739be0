import { api } from '../api.ts';
import { query } from '../command.ts';
import { offeredPlans } from './plans.queries.ts';

export const planRoutes = {
  offered: api.plans.offered.handler(query(({ tx, today }, input) => offeredPlans(tx, input.on ?? today))),
};
