import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import { refused } from '../../testing/refused.ts';
import { openTestServer, type Person, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let dana: Person;
let luis: Person;
let omar: Person;

beforeAll(async () => {
  server = await openTestServer({ worker: false });
  dana = await server.as('administrator');
  luis = await server.as('read_only');
  omar = await server.as('system_administrator');
});
afterAll(() => server.close());

const day = (text: string) => text as CalendarDate;
const base64 = (text: string): string => Buffer.from(text).toString('base64');
const rates = (person: Person) => person.api.plans.rates;

describe('age curves and rating areas', () => {
  const curve = (change: (age: number) => string) =>
    `Age,Factor\n${Array.from({ length: 65 }, (_, age) => `${age},${change(age)}`).join('\n')}\n`;

  it('are listed, imported with warnings, and refused where they are not complete', async () => {
    expect((await rates(luis).curves.list()).map(({ code }) => code)).toEqual([
      'US',
      'AL',
      'DC',
      'MA',
      'MN',
      'MS',
      'OR',
      'UT',
    ]);
    const sent = (content: string) => ({
      code: 'ny',
      name: 'New York',
      validFrom: day('2027-01-01'),
      file: { name: 'ny.csv', base64: base64(content) },
    });
    const answer = await rates(dana).curves.importFile(sent(curve((age) => (age === 30 ? '0.900' : '1.000'))));
    expect(answer).toMatchObject({
      replaced: false,
      warnings: ['The factor at 30, 0.900, is lower than at 29, 1.000.'],
    });
    expect((await rates(dana).curves.importFile(sent(curve(() => '1.000')))).replaced).toBe(true);
    const error = await refused(rates(dana).curves.importFile(sent(curve((age) => (age === 7 ? '1.0001' : '1')))));
    expect(error.data.problems).toEqual([
      { path: 'file', message: '7, Factor: “1.0001”: A factor has at most three decimals.' },
    ]);
    const several = `age,xa,xb\n${Array.from({ length: 65 }, (_, age) => `${age},1.000,1.500`).join('\n')}`;
    expect((await refused(rates(dana).curves.importFile({ ...sent(several), code: 'ZZ' }))).data.problems).toEqual([
      { path: 'column', message: 'The file has several curves: xa, xb. Enter the column to import.' },
    ]);
    await rates(dana).curves.importFile({ ...sent(several), code: 'XB' });
    expect((await rates(dana).curves.list()).find(({ code }) => code === 'XB')?.factors[0]).toBe(1500);
    const year1 = rates(dana).curves.importFile({ ...sent(several), code: 'XB', validFrom: day('0001-01-01') });
    expect((await refused(year1)).data.problems).toMatchObject([{ path: 'validFrom' }]);
    expect((await refused(rates(luis).curves.importFile(sent(curve(() => '1'))))).code).toBe('FORBIDDEN');
  });

  it('by ZIP code or county replace those of their states', async () => {
    const send = async (content: string) => {
      const answer = await rates(dana).areas.importFile({ file: { name: 'areas.csv', base64: base64(content) } });
      // Nothing is in force before another person has approved it, one state after the other.
      const { rows } = await omar.api.approvals.list({});
      const waiting = rows.filter(({ kind }) => kind === 'rating_data');
      expect(waiting.map(({ title }) => title.slice(-2)).toSorted()).toEqual(answer.states);
      for (const { id, digest } of waiting) {
        expect(await refused(dana.api.approvals.approve({ id, digest }))).toMatchObject({ code: 'FORBIDDEN' });
        await omar.api.approvals.approve({ id, digest });
      }
      return answer;
    };
    await send('State,ZIP,Rating area\nMA,2139,Rating Area 5\nKS,67202,3\n');
    expect(await rates(luis).areas.lookup({ zipCode: '02139' })).toEqual([{ state: 'MA', area: '5' }]);
    const answer = await send('Rating area,County,State\n1,Sedgwick,Kansas\n1,Sedgwick,KS\n2,Butler,KS\n');
    expect(answer).toMatchObject({ entries: 2, states: ['KS'], warnings: ['1 row was listed twice.'] });
    expect(await rates(luis).areas.states()).toMatchObject([
      { state: 'KS', areas: 2, zipCodes: 0, counties: 2, imported: { fileName: 'areas.csv', by: 'Dana Whitfield' } },
      { state: 'MA', areas: 1, zipCodes: 1, counties: 0 },
    ]);
    expect(await rates(luis).areas.list({ state: 'KS', search: 'butl' })).toMatchObject({
      rows: [{ county: 'Butler', area: '2' }],
      total: 1,
    });
    const error = await refused(send('State,ZIP,Rating area\nKS,67202,3\nKS,67202,4\nXX,1,1\nKS,,2\n'));
    expect(error.data.problems.map(({ message }) => message)).toEqual([
      'Row 3: 67202 has the areas 3 and 4. Keep one.',
      'Row 4: “XX” is not a state.',
      'Row 5: enter a ZIP code or a county.',
    ]);
    expect((await rates(luis).areas.states()).map(({ state }) => state)).toEqual(['KS', 'MA']);
    // What was in force is kept with the change.
    const { rows: kept } = await server.owner.query<{ before: { entries: string } | null }>(
      `select before from setting_changes where setting = 'rating_areas' and key = 'KS' order by asked_at`,
    );
    expect(kept.map(({ before }) => before?.entries)).toEqual([undefined, '67202\t\t3']);
    expect((await refused(send('State,County,Rating area\nKS,Butler,2\nKS,Sedgwick,1\n'))).message).toBe(
      'The areas of this file are in force already.',
    );
  });
});
