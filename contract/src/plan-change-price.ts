import { COVERAGE_LINES } from '@openbenefits/domain/coverage-line';
import { oc } from '@orpc/contract';
import { z } from 'zod';
import { errors } from './errors.ts';
import { priceExplanation } from './price-explanation.ts';
import { calendarDate, id } from './wire.ts';

const answer = z.object({ before: priceExplanation.nullable(), after: priceExplanation });
export type PlanChangePrice = z.infer<typeof answer>;

/** What a family's line costs by another plan from a day on, before the change is made. */
export const planChangePrice = oc
  .route({ method: 'GET', path: '/groups/{groupId}/members/{memberId}/plan-price', tags: ['Members'] })
  .errors(errors)
  .input(z.object({ groupId: id, memberId: id, line: z.enum(COVERAGE_LINES), planId: id, from: calendarDate }))
  .output(answer);
