import { api } from '../../api.ts';
import { command, query } from '../../command.ts';
import { previewActivation } from './rate-activation.ts';
import { activateRateTable, askApproval } from './rate-approval.ts';
import { createRateTable, importRates, removeRateTable, saveRateTable } from './rate-tables.operations.ts';
import { listRates, plansWithRates, rateTableDetail } from './rate-tables.queries.ts';
import type { RateEffectOf, RetroactiveAmountsOf } from './rate-effect.ts';
import {
  ageCurveList,
  areaOfZip,
  areasByState,
  areasOfState,
  importAgeCurve,
  importRatingAreas,
} from './rating-data.operations.ts';

/** Routes of rate tables; `effectOf` counts what a version does to the members of coverage, `retroactiveOf` to billed months. */
export const rateTableRoutes = (effectOf: RateEffectOf, retroactiveOf: RetroactiveAmountsOf) => ({
  list: api.plans.rates.list.handler(query(({ tx, today }, input) => listRates(tx, input, today))),
  plans: api.plans.rates.plans.handler(query(({ tx }) => plansWithRates(tx))),
  get: api.plans.rates.get.handler(query(({ tx, actor }, { id }) => rateTableDetail(tx, id, actor))),
  create: api.plans.rates.create.handler(command(createRateTable)),
  save: api.plans.rates.save.handler(command(saveRateTable)),
  importFile: api.plans.rates.importFile.handler(command(importRates)),
  remove: api.plans.rates.remove.handler(command(removeRateTable)),
  activationPreview: api.plans.rates.activationPreview.handler(query(previewActivation)),
  askApproval: api.plans.rates.askApproval.handler(command(askApproval)),
  activate: api.plans.rates.activate.handler(command(activateRateTable)),
  effect: api.plans.rates.effect.handler(query(effectOf)),
  retroactive: api.plans.rates.retroactive.handler(query(retroactiveOf)),
  curves: {
    list: api.plans.rates.curves.list.handler(query(({ tx }) => ageCurveList(tx))),
    importFile: api.plans.rates.curves.importFile.handler(command(importAgeCurve)),
  },
  areas: {
    states: api.plans.rates.areas.states.handler(query(({ tx }) => areasByState(tx))),
    list: api.plans.rates.areas.list.handler(query(({ tx }, input) => areasOfState(tx, input))),
    lookup: api.plans.rates.areas.lookup.handler(query(({ tx }, { zipCode }) => areaOfZip(tx, zipCode))),
    importFile: api.plans.rates.areas.importFile.handler(command(importRatingAreas)),
  },
});
