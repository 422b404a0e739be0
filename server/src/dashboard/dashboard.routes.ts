import { api } from '../api.ts';
import { query } from '../command.ts';
import { figuresOf } from '../kept-figures.ts';
import { INSIGHTS } from './insights.queries.ts';
import { OVERVIEW } from './overview.queries.ts';

export const dashboardRoutes = {
  insights: api.dashboard.insights.handler(query((work) => figuresOf(work, INSIGHTS))),
  overview: api.dashboard.overview.handler(query((work) => figuresOf(work, OVERVIEW))),
};
