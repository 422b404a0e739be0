import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { StartError } from './config.ts';
import { openVault, type Place, testVault } from './vault.ts';

const place: Place = { table: 'members', column: 'ssn_encrypted', row: 'r1', tenant: 't1' };
const vault = testVault();

describe('the vault', () => {
  it('opens what it sealed, and seals the same value differently each time', () =>
    fc.assert(
      fc.property(fc.string(), (text) => {
        const [first, second] = [vault.seal(text, place), vault.seal(text, place)];
        expect(first).not.toBe(second);
        expect(vault.open(first, place)).toBe(text);
      }),
    ));

  it('does not open an envelope that was moved or altered', () => {
    const envelope = vault.seal('123456789', place);
    for (const elsewhere of [
      { ...place, row: 'r2' },
      { ...place, column: 'x' },
      { ...place, table: 'x' },
      { ...place, tenant: 't2' },
    ])
      expect(() => vault.open(envelope, elsewhere)).toThrow();
    const parts = envelope.split(':');
    for (const index of [1, 2, 3, 4])
      expect(() =>
        vault.open(
          parts.with(index, `${parts[index]?.startsWith('A') ? 'B' : 'A'}${parts[index]?.slice(1)}`).join(':'),
          place,
        ),
      ).toThrow();
  });

  it('makes digests that differ by kind, tenant and value', () => {
    const digests = [
      vault.blindIndex('ssn', '1234', 'a'),
      vault.blindIndex('ssn_last4', '1234', 'a'),
      vault.blindIndex('ssn', '1234', 'b'),
      vault.blindIndex('ssn', '1235', 'a'),
    ].map((one) => one.toString('hex'));
    expect(new Set(digests).size).toBe(4);
    expect(vault.blindIndex('ssn', '1234', 'a').equals(vault.blindIndex('ssn', '1234', 'a'))).toBe(true);
  });
});

describe('the key file', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'openbenefits-keys-'));
  it('is made once, readable by its owner only, and opens the same vault again', () => {
    const file = path.join(folder, 'keys.json');
    const envelope = openVault(file, { create: true }).seal('kept', place);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const before = readFileSync(file, 'utf8');
    expect(openVault(file, { create: true }).open(envelope, place)).toBe('kept');
    expect(readFileSync(file, 'utf8')).toBe(before);
  });

  it('is not replaced when it is missing or damaged: the start is refused with what to do', () => {
    expect(() => openVault(path.join(folder, 'gone.json'), { create: false })).toThrow(
      /missing, but the database has data/,
    );
    const damaged = path.join(folder, 'damaged.json');
    writeFileSync(damaged, '{"current":"k1","keys":{"k1":"AAAA"},"index":"AAAA"}');
    expect(() => openVault(damaged, { create: true })).toThrow(StartError);
  });
});
