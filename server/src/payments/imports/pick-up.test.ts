import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEFAULT_TENANT } from '../../db/connect.ts';
import { TEST_NOW } from '../../testing/database-template.ts';
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
/** As a sender leaves a file of which it wrote the last byte so many seconds ago. */
const put = (under: string, name: string, text: string, secondsAgo = 60) => {
  mkdirSync(path.join(folder, under), { recursive: true });
  writeFileSync(path.join(folder, under, name), text);
  touch(path.join(under, name), secondsAgo);
};
const touch = (name: string, secondsAgo: number) => {
  const at = new Date(Date.parse(TEST_NOW) - secondsAgo * 1000);
  utimesSync(path.join(folder, name), at, at);
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
    expect([moved('failed/820'), moved('820')]).toEqual([['3-broken.edi'], ['4-half.edi.part', 'link.edi']]);
    // Complete under its name, it is taken.
    renameSync(path.join(folder, '820/4-half.edi.part'), path.join(folder, '820/4-half.edi'));
    expect(await sync()).toMatchObject([{ name: '4-half.edi', outcome: 'imported' }]);
    const { rows } = await server.owner.query(
      "select outcome, count(*)::integer as count from audit_log where action = 'paymentImports.pickUp' group by 1",
    );
    // The second keeps the original of the duplicate.
    expect(rows).toEqual([{ outcome: 'done', count: 3 }]);
  });

  it('are kept encrypted in the file storage and nowhere in clear, and come back byte for byte', async () => {
    const { rows } = await server.owner.query(
      'select id, file_name, storage_key from payment_originals order by file_name',
    );
    expect(rows.map(({ file_name: name }) => name)).toEqual(['1-good.edi', '2-same-payment.edi', '4-half.edi']);
    expect(existsSync(path.join(folder, 'done'))).toBe(false);
    const sealed = readFileSync(path.join(server.services.config.DATA_DIR, 'uploads/kept', rows[0]?.storage_key));
    expect(sealed.includes('Kestrel')).toBe(false);
    const [listed] = (await dana.api.paymentImports.files({})).filter(({ fileName }) => fileName === '1-good.edi');
    expect(listed?.originalId).toBe(rows[0]?.id);
    const answer = await fetch(`${server.url}/downloads/payment-files/${listed?.originalId}`, {
      headers: { cookie: dana.cookie },
    });
    expect(answer.headers.get('content-disposition')).toContain('1-good.edi');
    expect(await answer.text()).toBe(advice('801'));
  });

  it('lose no row while they are written: they wait until they have not changed for a minute', async () => {
    const before = await payments();
    const half = advice('810').slice(0, -30);
    put('820', 'slow.edi', half, 59);
    expect(await sync()).toMatchObject([{ name: 'slow.edi', outcome: 'changing', payments: 0 }]);
    appendFileSync(path.join(folder, '820/slow.edi'), advice('810').slice(-30));
    touch('820/slow.edi', 0);
    expect(await sync()).toMatchObject([{ outcome: 'changing' }]);
    touch('820/slow.edi', 60);
    expect(await sync()).toMatchObject([{ outcome: 'imported', payments: 1 }]);
    expect(await payments()).toBe(before + 1);
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

  it('that are still in their place after the import, as a kill leaves them, are no second payment', async () => {
    const before = await payments();
    put(BANK, 'wednesday.csv', lockbox('7003'));
    await sync();
    put(BANK, 'wednesday.csv', lockbox('7003'));
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
