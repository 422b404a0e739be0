import { LARGEST_RATE_FILE } from '@openbenefits/domain/plans/rate-file';
import { oc } from '@orpc/contract';
import { z } from 'zod';
import { errors } from './errors.ts';
import { calendarDate, fileName, id, idempotencyKey, instant, page, pageOf } from './wire.ts';

/** A small file inside a request: a table of rates, an age curve, rating areas. */
export const sentFile = z.object({
  name: fileName,
  base64: z.base64().max(Math.ceil(LARGEST_RATE_FILE / 3) * 4, { message: 'The file is larger than 700 KB.' }),
});
export type SentFile = z.infer<typeof sentFile>;

const ageCurve = z.object({
  id,
  code: z.string(),
  name: z.string(),
  validFrom: calendarDate,
  /** Thousandths by age from 0; the last for everybody older. */
  factors: z.array(z.number().int()),
  source: z.string(),
});
export type AgeCurveEntry = z.infer<typeof ageCurve>;

/** Age curves of the states, by the first plan year they apply to. */
export const ageCurves = {
  list: oc
    .route({ method: 'GET', path: '/rates/age-curves', tags: ['Rates'] })
    .errors(errors)
    .output(z.array(ageCurve)),
  /** Imports a curve of ages and factors. The same code and date replaces the curve; versions keep their own factors. */
  importFile: oc
    .route({ method: 'POST', path: '/rates/age-curves', tags: ['Rates'] })
    .errors(errors)
    .input(
      z.object({
        code: z.string().trim().min(1).max(20),
        name: z.string().trim().min(1).max(100),
        validFrom: calendarDate,
        /** The column with the factors, where a file has several curves; without it, that with the name of the code. */
        column: z.string().trim().max(100).optional(),
        file: sentFile,
        idempotencyKey,
      }),
    )
    .output(z.object({ id, warnings: z.array(z.string()), replaced: z.boolean() })),
};

const state = z.string().regex(/^[A-Z]{2}$/, { message: 'Choose a state.' });

/** Rating areas by ZIP code or county. */
export const ratingAreas = {
  states: oc
    .route({ method: 'GET', path: '/rates/areas', tags: ['Rates'] })
    .errors(errors)
    .output(
      z.array(
        z.object({
          state: z.string(),
          areas: z.number().int(),
          zipCodes: z.number().int(),
          counties: z.number().int(),
          imported: z.object({ fileName: z.string(), by: z.string(), at: instant }).nullable(),
        }),
      ),
    ),
  list: oc
    .route({ method: 'GET', path: '/rates/areas/{state}', tags: ['Rates'] })
    .errors(errors)
    .input(z.object({ state, search: z.string().max(100).default(''), ...page }))
    .output(pageOf(z.object({ zipCode: z.string(), county: z.string(), area: z.string() }))),
  /** The area of a ZIP code, in every state that has one for it. */
  lookup: oc
    .route({ method: 'GET', path: '/rates/areas/zip/{zipCode}', tags: ['Rates'] })
    .errors(errors)
    .input(z.object({ zipCode: z.string().regex(/^\d{5}$/, { message: 'A ZIP code has five digits.' }) }))
    .output(z.array(z.object({ state: z.string(), area: z.string() }))),
  /** Asks for other areas; all areas of the states in the file are replaced once another person has approved that. */
  importFile: oc
    .route({ method: 'POST', path: '/rates/areas', tags: ['Rates'] })
    .errors(errors)
    .input(z.object({ file: sentFile, idempotencyKey }))
    .output(
      z.object({
        entries: z.number().int(),
        states: z.array(z.string()),
        warnings: z.array(z.string()),
        waitsBecause: z.string().nullable(),
      }),
    ),
};
