import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { edi834 } from '../../testing/samples.ts';
import { openTestServer, type Person, type TestServer } from '../../testing/test-server.ts';
import { newGroup } from '../corpus-run.ts';

/**
 * Refused rows are sent again once something was done about them, wherever it was done; until then they would be
 * refused for the same reasons.
 */
let server: TestServer;
let dana: Person;
let group: { id: string; cim: string };
let minute = 0;
let groups = 0;

beforeAll(async () => {
  server = await openTestServer();
  dana = await server.as('administrator');
});
afterAll(() => server.close());

/** Time goes on between a file and what somebody does about it. */
const later = (): void =>
  server.clock.set(
    `2026-11-21T${String(8 + Math.floor(minute / 60)).padStart(2, '0')}:${String(minute++ % 60).padStart(2, '0')}:00.000Z`,
  );
const HEAD = 'First Name,Last Name,SSN,DOB,Relationship,Employee SSN,Medical Plan';

async function refused(rows: string[], head = HEAD, cim: string | undefined = group.cim): Promise<string> {
  later();
  const { id } = await server.upload(dana, 'rows.csv', [head, ...rows].join('\n'), cim);
  const job = await server.finished(dana, id);
  expect(job).toMatchObject({ status: 'completed', worthResending: false });
  expect(job.refused).toBeGreaterThan(0);
  later();
  return id;
}
const isWorth = async (id: string): Promise<boolean> => (await dana.api.files.job({ id })).worthResending;

describe('refused rows are worth sending again', () => {
  it('once one of them was mended', async () => {
    group = await newGroup(dana, ++groups);
    const id = await refused(['Ann,Abbott,123456101,13/41/1985,Self,,MED-PPO']);
    await dana.api.files.mendRow({ id, recordNo: 1, column: 3, text: '12/11/1985' });
    expect(await isWorth(id)).toBe(true);
  });

  it('once a word or a code of the sender was explained, or forgotten', async () => {
    group = await newGroup(dana, ++groups);
    const id = await refused(['Bea,Burns,123456102,01/02/1985,Self,,Old Gold']);
    const plan = (await dana.api.plans.offered({})).find(({ code }) => code === 'MED-HMO')?.id ?? '';
    await dana.api.files.mapPlanCode({ id, code: 'Old Gold', planId: plan });
    expect(await isWorth(id)).toBe(true);
    const again = await refused(['Cy,Burns,123456103,01/02/1985,Spross,,MED-PPO']);
    await dana.api.files.mapWord({ id: again, kind: 'relationship', word: 'Spross', meaning: 'self' });
    expect(await isWorth(again)).toBe(true);
    const last = await refused(['Di,Burns,123456104,01/02/1985,Nobody,,MED-PPO']);
    const profile = (await dana.api.tradingPartners.list({})).rows.find(({ codes }) =>
      codes.some(({ shown }) => shown === 'Old Gold'),
    );
    await dana.api.tradingPartners.forgetCode({ id: profile?.id ?? '', kind: 'plan', code: 'oldgold' });
    expect(await isWorth(last)).toBe(true);
    expect((await dana.api.tradingPartners.list({})).rows.find(({ id: one }) => one === profile?.id)?.version).toBe(
      profile?.version,
    );
  });

  it('once somebody of the group was added, by hand or by another file; not for what was done to another group', async () => {
    group = await newGroup(dana, ++groups);
    const own = group;
    const id = await refused(['Kim,Cole,,05/06/2015,Child,123456105,MED-PPO']);
    group = await newGroup(dana, ++groups);
    await server.finished(
      dana,
      (
        await server.upload(
          dana,
          'others.csv',
          [HEAD, 'Eve,Dahl,123456106,01/02/1985,Self,,MED-PPO'].join('\n'),
          group.cim,
        )
      ).id,
    );
    expect(await isWorth(id)).toBe(false);
    // Another file for the group of which nobody was taken has changed nothing.
    await server.finished(
      dana,
      (
        await server.upload(
          dana,
          'nobody.csv',
          [HEAD, 'Ray,Cole,123456109,13/41/1985,Self,,MED-PPO'].join('\n'),
          own.cim,
        )
      ).id,
    );
    later();
    expect(await isWorth(id)).toBe(false);
    await server.finished(
      dana,
      (
        await server.upload(
          dana,
          'parent.csv',
          [HEAD, 'Pam,Cole,123456105,01/02/1985,Self,,MED-PPO'].join('\n'),
          own.cim,
        )
      ).id,
    );
    expect(await isWorth(id)).toBe(true);
    const sent = await dana.api.files.resend({ id });
    expect(await server.finished(dana, sent.id)).toMatchObject({ added: 1, refused: 0 });
    expect(await isWorth(id)).toBe(false);
  });

  it('once a group came in, where a row names one that was not known', async () => {
    group = await newGroup(dana, ++groups);
    const id = await refused(
      [
        `Ann,Lee,123456190,01/02/1985,Self,,MED-PPO,${group.cim}`,
        'Bea,Lee,123456191,01/02/1985,Self,,MED-PPO,CIM-2026-000999',
      ],
      `${HEAD},Group`,
      '',
    );
    await newGroup(dana, ++groups);
    expect(await isWorth(id)).toBe(true);
  });

  it('once the group offers a plan that it did not', async () => {
    group = await newGroup(dana, ++groups);
    later();
    const line = (text: string): string => text.replace(/HD\*021\*\*HLT\*MED-PPO/, 'HD*021**VIS*');
    const { id } = await server.upload(
      dana,
      'vision.edi',
      line(
        edi834(
          [
            {
              first: 'Hal',
              last: 'Fenn',
              ssn: '123456108',
              birth: '19850102',
              family: '123456108',
              plans: [['HLT', 'MED-PPO', '20260101']],
            },
          ],
          {
            control: '000000911',
            group: group.cim,
          },
        ),
      ),
    );
    expect(await server.finished(dana, id)).toMatchObject({ refused: 1, worthResending: false });
    const { version, locations, classes } = await dana.api.groups.get({ id: group.id });
    const plan = (await dana.api.plans.offered({})).find((one) => one.line === 'vision');
    later();
    await dana.api.groups.plans.save({
      id: group.id,
      version,
      classId: classes[0]?.id ?? '',
      locationId: locations[0]?.id ?? '',
      effectiveDate: '2026-01-01',
      plans: [{ planId: plan?.id ?? '', deductible: null, coinsurancePercent: null, ratingMethodology: null }],
    });
    expect(await isWorth(id)).toBe(true);
    const sent = await dana.api.files.resend({ id });
    expect(await server.finished(dana, sent.id)).toMatchObject({ added: 1, refused: 0 });
  });

  it('once the group has what they name', async () => {
    group = await newGroup(dana, ++groups);
    const id = await refused(['Gus,Ekman,123456107,01/02/1985,Self,,MED-PPO,Nights'], `${HEAD},Class`);
    const { version, locations } = await dana.api.groups.get({ id: group.id });
    const locationId = locations[0]?.id ?? '';
    await dana.api.groups.classes.save({ id: group.id, version, name: 'Nights', locationId });
    const now = await dana.api.groups.get({ id: group.id });
    const plan = (await dana.api.plans.offered({})).find(({ code }) => code === 'MED-PPO');
    await dana.api.groups.plans.save({
      id: group.id,
      version: now.version,
      classId: now.classes.find(({ name }) => name === 'Nights')?.id ?? '',
      locationId,
      effectiveDate: '2026-01-01',
      plans: [{ planId: plan?.id ?? '', deductible: null, coinsurancePercent: null, ratingMethodology: null }],
    });
    expect(await isWorth(id)).toBe(true);
    const sent = await dana.api.files.resend({ id });
    expect(await server.finished(dana, sent.id)).toMatchObject({ added: 1, refused: 0 });
  });
});
