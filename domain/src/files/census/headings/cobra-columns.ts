import type { CensusColumn } from './census-column.ts';
import type { CensusField } from './fields.ts';
import { wordsOf } from '../../../plain-words.ts';
import { plainHeading } from './field-of-heading.ts';

const OF_COBRA: readonly CensusField[] = ['cobra', 'cobraBegin', 'cobraEnd', 'cobraEvent', 'cobraEventDate'];
const EVENT = /^(?:qualifying|qual|qe|triggering|loss)?(?:life)?(?:event)?(?:type|reason|description|code|name)?$/;
const IS_EVENT = /event|^qe/;
const EVENT_DATE =
  /^(?:(?:qualifying)?event|qe|lossofcoverage)(?:date|dt)$|^dateof(?:qualifying)?event$|^lossofcoveragedate$/;

/**
 * Qualifying Event and Event Date beside columns of COBRA are those of the continuation; elsewhere they say why
 * something changes. Alters columns that were taken for the reason, and takes others from the ignored ones.
 */
export function settleCobra(
  headings: readonly string[],
  columns: readonly CensusColumn[],
  ignored: string[],
): CensusColumn[] {
  const has = (field: CensusField): boolean => columns.some((one) => one.field === field && one.dependent === 0);
  if (!OF_COBRA.some(has)) return [];
  const isEvent = (heading: string): boolean => EVENT.test(wordsOf(heading)) && IS_EVENT.test(wordsOf(heading));
  const reason = has('cobraEvent')
    ? undefined
    : columns.find(
        ({ field, dependent, heading, how }) =>
          field === 'reason' && dependent === 0 && how !== 'remembered' && isEvent(heading),
      );
  if (reason) reason.field = 'cobraEvent';
  const wanted: [CensusField, (heading: string) => boolean][] = [
    ['cobraEvent', isEvent],
    ['cobraEventDate', (heading) => EVENT_DATE.test(wordsOf(heading))],
  ];
  return wanted.flatMap(([field, is]): CensusColumn[] => {
    const index = has(field)
      ? -1
      : headings.findIndex((heading) => ignored.includes(plainHeading(heading)) && is(heading));
    if (index < 0) return [];
    const heading = plainHeading(headings[index] ?? '');
    ignored.splice(ignored.indexOf(heading), 1);
    return [{ index, heading, field, dependent: 0, how: 'likely' }];
  });
}
