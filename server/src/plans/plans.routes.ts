import { api } from '../api.ts';
import { command, query } from '../command.ts';
import { benefitCards, planDetail, planOfferings } from './plan-detail.queries.ts';
import { removeDocument } from './plan-documents.operations.ts';
import { type BookFigures, listPlans, planFigures } from './plan-list.queries.ts';
import { activatePlan, reopenPlan, withdrawPlan } from './plan-status.operations.ts';
import { type MovePlanMembers, previewTermination, terminatePlan } from './plan-termination.operations.ts';
import { removeCreditLimit, setCreditLimit } from './credit-limits.ts';
import { addYear, editYear, removeYear, saveBenefits } from './plan-years.operations.ts';
import { copyPlan, createPlan, editPlan } from './plans.operations.ts';
import type { RetroactiveAmountsOf } from './rates/rate-effect.ts';
import { enterCorrection, removeCorrection } from './rule-corrections.ts';
import { offeredPlans } from './plans.queries.ts';

type FromTheRight = { bookFigures: BookFigures; move: MovePlanMembers; correctionEffect: RetroactiveAmountsOf };

/**
 * Routes of plans. `bookFigures` counts the premium of all groups, `move` moves the members of a terminated plan,
 * `correctionEffect` counts what corrected rules change in billed months: all come from features to the right.
 */
export const planRoutes = ({ bookFigures, move, correctionEffect }: FromTheRight) => ({
  offered: api.plans.offered.handler(query(({ tx, today }, input) => offeredPlans(tx, input.on ?? today))),
  figures: api.plans.figures.handler(query((work) => planFigures(work, bookFigures))),
  list: api.plans.list.handler(query(({ tx, today }, input) => listPlans(tx, today, input))),
  get: api.plans.get.handler(query((work, { id }) => planDetail(work, id))),
  offerings: api.plans.offerings.handler(query(({ tx }, input) => planOfferings(tx, input))),
  create: api.plans.create.handler(command(createPlan)),
  edit: api.plans.edit.handler(command(editPlan)),
  copy: api.plans.copy.handler(command(copyPlan)),
  activate: api.plans.activate.handler(command(activatePlan)),
  withdraw: api.plans.withdraw.handler(command(withdrawPlan)),
  reopen: api.plans.reopen.handler(command(reopenPlan)),
  terminationPreview: api.plans.terminationPreview.handler(query(previewTermination)),
  terminate: api.plans.terminate.handler(command((work, input) => terminatePlan(work, input, move))),
  years: {
    add: api.plans.years.add.handler(command(addYear)),
    edit: api.plans.years.edit.handler(command(editYear)),
    remove: api.plans.years.remove.handler(command(removeYear)),
    correct: api.plans.years.correct.handler(command(enterCorrection)),
    removeCorrection: api.plans.years.removeCorrection.handler(command(removeCorrection)),
    correctionEffect: api.plans.years.correctionEffect.handler(query(correctionEffect)),
  },
  creditLimits: {
    set: api.plans.creditLimits.set.handler(command(setCreditLimit)),
    remove: api.plans.creditLimits.remove.handler(command(removeCreditLimit)),
  },
  benefits: {
    cards: api.plans.benefits.cards.handler(query(({ tx, today }, input) => benefitCards(tx, today, input))),
    save: api.plans.benefits.save.handler(command(saveBenefits)),
  },
  documents: { remove: api.plans.documents.remove.handler(command(removeDocument)) },
});
