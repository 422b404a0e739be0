import { existsSync, mkdirSync, readdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEFAULT_TENANT } from '../../db/connect.ts';
import { openTestServer, type Person, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let dana: Person;
let folder: string;

const BANK = 'lockbox/First Bank';
const ISA =
  'ISA*00*          *00*          *ZZ*123456789012345*ZZ*123456789012346*261120*1705*>*00501*000010216*0*P*:~';
const advice = (trace: string) =>
  `${ISA}GS*RA*1*2*20261120*1705*1*X*005010X218~ST*820*0001*005010X218~BPR*C*100*C*ACH*CCP*01*1*DA*1*1**01*1*DA*9*20261120~TRN*3*${trace}*1231555555~N1*PR*Kestrel Avionics Repair~ENT*1~NM1*EY*1*SMITH*JOHN****EI*1~RMR*CT*A**100~SE*8*0001~GE*1*1~IEA*1*1~`;
const lockbox = (check: string) =>
  `Posted Date,Check Number,Remitter,Amount,Invoice\n11/19/2026,${check},Kestrel Avionics Repair,120.00,\n`;
const put = (under: string, name: string, text: string) => {
  mkdirSync(path.join(folder, under), { recursive: true });
  writeFileSync(path.join(folder, under, name), text);
};
const sync = async () => (await dana.api.paymentImports.sync({})).folder;
const moved = (under: string) => {
  const at = path.join(folder, under);
  return existsSync(at)
    ? readdirSync(at)
        .map((name) => name.replace(/^[0-9a-f]{12}-/, ''))
        .toSorted()
    : [];
};
const payments = async () =>
  (
    await server.owner.query(
      "select count(*)::integer as count from payments where source in ('lockbox', 'remittance')",
    )
  ).rows[0]?.count as number;

beforeAll(async () => {
  server = await openTestServer({ worker: false });
  dana = await server.as('administrator');
  folder = path.join(server.services.config.DATA_DIR, 'payments', DEFAULT_TENANT);
});
afterAll(() => server.close());

describe('files in the folder of the organization', () => {
  it('are named as a source; without a folder there are none, and no SFTP connection is pretended', async () => {
    expect(await dana.api.paymentImports.sources({})).toMatchObject({
      folder: { waiting: [] },
      sftp: { isSetUp: false },
      processor: { isSandbox: true },
    });
    expect(await sync()).toEqual([]);
  });

  it('are taken like uploads: imported, rejected as a duplicate, or unreadable, each on its own', async () => {
    put('820', '1-good.edi', advice('801'));
    put('820', '2-same-payment.edi', `${advice('801')}\n`);
    put('820', '3-broken.edi', advice('802').replace('RMR*CT*A**100', 'RMR*CT*A**99'));
    put('820', '4-half.edi.part', advice('803'));
    put('returns', 'not-ach.csv', 'Name,Amount\n');
    // A link may lead anywhere: it is no file of the bank.
    symlinkSync('/etc/hostname', path.join(folder, '820', 'link.edi'));
    const before = await payments();
    expect((await sync())?.map(({ name, outcome, payments: count }) => [name, outcome, count])).toEqual([
      ['1-good.edi', 'imported', 1],
      ['2-same-payment.edi', 'duplicate', 0],
      ['3-broken.edi', 'unreadable', 0],
      ['not-ach.csv', 'unreadable', 0],
    ]);
    expect(await payments()).toBe(before + 1);
    expect([moved('done/820'), moved('failed/820'), moved('820')]).toEqual([
      ['1-good.edi', '2-same-payment.edi'],
      ['3-broken.edi'],
      ['4-half.edi.part', 'link.edi'],
    ]);
    // Complete under its name, it is taken.
    renameSync(path.join(folder, '820/4-half.edi.part'), path.join(folder, '820/4-half.edi'));
    expect(await sync()).toMatchObject([{ name: '4-half.edi', outcome: 'imported' }]);
    const { rows } = await server.owner.query(
      "select outcome, count(*)::integer as count from audit_log where action = 'paymentImports.pickUp' group by 1",
    );
    expect(rows).toEqual([{ outcome: 'done', count: 2 }]);
  });

  it('wait for a person where the columns of the bank are not mapped yet, and are taken from then on', async () => {
    put(BANK, 'monday.csv', lockbox('7001'));
    const waits = { kind: 'lockbox' as const, bank: 'First Bank', name: 'monday.csv' };
    expect(await sync()).toEqual([{ ...waits, outcome: 'needs_mapping', payments: 0, detail: null }]);
    expect(await dana.api.paymentImports.sources({})).toMatchObject({ folder: { waiting: [waits] } });
    await expect(
      dana.api.paymentImports.folderFile({ ...waits, name: '../../../demo-password' }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const file = await dana.api.paymentImports.folderFile(waits);
    expect(Buffer.from(file.base64, 'base64').toString()).toBe(lockbox('7001'));
    const upload = { kind: waits.kind, bank: waits.bank, file };
    const { mapping } = await dana.api.paymentImports.preview(upload);
    await dana.api.paymentImports.apply({ ...upload, mapping });
    const before = await payments();
    expect(await sync()).toMatchObject([{ name: 'monday.csv', outcome: 'duplicate' }]);
    put(BANK, 'tuesday.csv', lockbox('7002'));
    expect(await sync()).toMatchObject([{ name: 'tuesday.csv', outcome: 'imported', payments: 1 }]);
    expect(await payments()).toBe(before + 1);
  });

  it('whose process died after the import, before the file was moved, are no second payment', async () => {
    const before = await payments();
    put(BANK, 'wednesday.csv', lockbox('7003'));
    await sync();
    const [stored = ''] = readdirSync(path.join(folder, 'done', BANK)).filter((name) => name.includes('wednesday'));
    // As a kill between leaves it: stored, and still in its place.
    renameSync(path.join(folder, 'done', BANK, stored), path.join(folder, BANK, 'wednesday.csv'));
    expect(await sync()).toMatchObject([{ name: 'wednesday.csv', outcome: 'duplicate', payments: 0 }]);
    put(BANK, 'both.csv', lockbox('7004'));
    const both = (await Promise.all([sync(), sync()])).flatMap((found) => found ?? []);
    expect(both.filter(({ outcome }) => outcome === 'imported')).toHaveLength(1);
    expect(await payments()).toBe(before + 2);
    expect(moved(BANK)).toEqual([]);
  });

  it('are not for users who see some groups, or may take no payments', async () => {
    put('820', 'other.edi', advice('880'));
    const priya = await server.as('group_administrator');
    expect((await priya.api.paymentImports.sync({})).folder).toBeNull();
    expect((await priya.api.paymentImports.sources({})).folder).toBeNull();
    const reader = await server.as('read_only');
    await expect(reader.api.paymentImports.sync({})).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect(moved('820')).toContain('other.edi');
  });
});
