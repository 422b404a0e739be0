import { api } from '../api.ts';
import { query } from '../command.ts';
import { figuresOf } from './kept-figures.ts';

export const dashboardRoutes = {
  insights: api.dashboard.insights.handler(query((work) => figuresOf(work, 'insights'))),
  overview: api.dashboard.overview.handler(query((work) => figuresOf(work, 'overview'))),
};
