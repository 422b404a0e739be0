import { api } from '../api.ts';
import { query } from '../command.ts';
import { directoryPage, directoryPlans, directoryStats, directoryTotal } from './directory.queries.ts';

export const directoryRoutes = {
  list: api.directory.list.handler(query(directoryPage)),
  total: api.directory.total.handler(query(directoryTotal)),
  stats: api.directory.stats.handler(query(({ tx, today }) => directoryStats(tx, today))),
  plans: api.directory.plans.handler(query(({ tx }) => directoryPlans(tx))),
};
