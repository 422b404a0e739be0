import { expect, it } from 'vitest';
import { matchColumns } from './columns.ts';

const fieldsOf = (...headings: string[]) =>
  Object.fromEntries(
    matchColumns(['First Name', 'Last Name', ...headings]).columns.map(({ heading, field }) => [heading, field]),
  );

it('a qualifying event beside columns of COBRA is that of the continuation, and elsewhere a reason', () => {
  expect(fieldsOf('Qualifying Event', 'Event Date', 'COBRA Start Date')).toMatchObject({
    'Qualifying Event': 'cobraEvent',
    'Event Date': 'cobraEventDate',
  });
  expect(fieldsOf('Event Type', 'COBRA Event Date')).toMatchObject({ 'Event Type': 'cobraEvent' });
  expect(fieldsOf('COBRA Event', 'Qualifying Event', 'COBRA')).toMatchObject({
    'COBRA Event': 'cobraEvent',
    'Qualifying Event': 'reason',
  });
  expect(fieldsOf('Qualifying Event', 'Event Date')).toEqual({
    'First Name': 'firstName',
    'Last Name': 'lastName',
    'Qualifying Event': 'reason',
  });
});
