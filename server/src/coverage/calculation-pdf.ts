import type { Calculation } from '@openbenefits/domain/plans/rate-calculation';
import type { Work } from '../command.ts';
import { calculateRates } from './rate-calculator.ts';

/** Calculates and prints. What writes a PDF takes 30 MB: a server has it from the first document on. */
export async function calculationPdf(work: Work, form: Calculation): Promise<{ fileName: string; base64: string }> {
  const calculated = await calculateRates(work, form);
  const { printCalculation } = await import('./print-calculation.ts');
  const bytes = await printCalculation(calculated, {
    at: work.now,
    by: work.actor.name,
    timeZone: work.services.clock.zone(),
  });
  return { fileName: `rate-calculation-${work.today}.pdf`, base64: bytes.toString('base64') };
}
