import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestServer, type Person, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let anselm: Person;
beforeAll(async () => {
  server = await openTestServer({ worker: false });
  anselm = await server.as('system_administrator');
});
afterAll(() => server.close());

const PNG = Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), Buffer.alloc(20)]).toString(
  'base64',
);
const profile = async () => {
  const { logo: _, ...stored } = await anselm.api.admin.organization.get();
  return stored;
};

describe('the profile of the organization', () => {
  it('is there from the beginning, is saved with its logo, and a second writer is told', async () => {
    const before = await profile();
    expect(before).toMatchObject({ name: 'OpenBenefits', timeZone: 'America/Chicago', version: 1 });
    const saved = await anselm.api.admin.organization.save({
      ...before,
      name: 'Prairie Health',
      city: 'Peoria',
      state: 'IL',
      logo: { base64: PNG },
    });
    // Checks went to the old name and city: what changes that waits for a second person, the rest is saved.
    expect(saved).toEqual({ version: 2, waitsBecause: 'Payment setting: another person always approves it.' });
    expect((await profile()).name).toBe('OpenBenefits');
    const dana = await server.as('administrator');
    const { rows: waiting } = await dana.api.approvals.list({});
    expect(waiting[0]?.facts[0]).toMatchObject({
      label: 'Checks go to',
      value: expect.stringContaining('→ Prairie Health') as string,
    });
    await dana.api.approvals.approve({ id: waiting[0]?.id ?? '', digest: waiting[0]?.digest ?? '' });
    expect(await anselm.api.admin.organization.get()).toMatchObject({
      name: 'Prairie Health',
      logo: { type: 'image/png', base64: PNG },
    });
    await expect(anselm.api.admin.organization.save({ ...before, name: 'Other' })).rejects.toMatchObject({
      code: 'CONFLICT',
    });
    const { rows } = await server.owner.query(
      `select fields from audit_log where action = 'admin.organization.save' and outcome = 'done'`,
    );
    expect(rows).toEqual([{ fields: ['logo'] }]);
  });

  it('names what is wrong at its field, and takes no picture by its name', async () => {
    const stored = await profile();
    const refused = (change: object) => expect(anselm.api.admin.organization.save({ ...stored, ...change })).rejects;
    await refused({ zipCode: '6160' }).toMatchObject({ code: 'INVALID', data: { problems: [{ path: 'zipCode' }] } });
    const svg = Buffer.from('<svg onload="alert(1)"/>').toString('base64');
    await refused({ logo: { base64: svg } }).toMatchObject({ code: 'INVALID', data: { problems: [{ path: 'logo' }] } });
  });

  it('decides what today is, for everybody at once', async () => {
    server.clock.set('2026-11-21T05:30:00.000Z');
    expect(server.clock.today()).toBe('2026-11-20');
    await anselm.api.admin.organization.save({ ...(await profile()), timeZone: 'America/New_York' });
    expect(server.clock.today()).toBe('2026-11-21');
    expect(await (await server.as('read_only')).api.session.current()).toMatchObject({ timeZone: 'America/New_York' });
  });

  it('is saved by administrators alone', async () => {
    const stored = await profile();
    await expect((await server.as('administrator')).api.admin.organization.save(stored)).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
    expect((await (await server.as('read_only')).api.admin.organization.get()).name).toBe('Prairie Health');
  });
});
