import { api } from '../api.ts';
import { query } from '../command.ts';
import { calculatorPlans } from './calculator.queries.ts';
import { calculationPdf } from './calculation-pdf.ts';
import { calculateRates } from './rate-calculator.ts';

/** The Rate Calculator, under `plans` of the contract: it reads the rates of plans and the rules of groups. */
export const calculatorRoutes = {
  calculatorPlans: api.plans.calculatorPlans.handler(
    query(({ tx, today }, input) => calculatorPlans(tx, input.on ?? today)),
  ),
  calculate: api.plans.calculate.handler(query(calculateRates)),
  calculationPdf: api.plans.calculationPdf.handler(query(calculationPdf)),
};
