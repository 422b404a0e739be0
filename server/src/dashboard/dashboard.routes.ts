import { api } from '../api.ts';
import { query } from '../command.ts';
import { insights } from './insights.queries.ts';
import { overviewOf } from './overview.queries.ts';

export const dashboardRoutes = {
  insights: api.dashboard.insights.handler(query(insights)),
  overview: api.dashboard.overview.handler(query(overviewOf)),
};
