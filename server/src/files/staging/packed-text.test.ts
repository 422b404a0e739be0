import { deflateRawSync, gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { testVault } from '../../vault.ts';
import { openPacked, packPair, sealPacked, unpackPair } from './packed-text.ts';

const FIRST = JSON.stringify([{ firstName: 'Zoë', note: 'first' }]);
const SECOND = JSON.stringify(['Zoë,"a","b"\n']);

it('gives back two texts, the second when it is asked for', async () => {
  const { first, second } = await unpackPair(Buffer.from(packPair(FIRST, SECOND)));
  expect([first, second()]).toEqual([FIRST, SECOND]);
});

it('opens what earlier versions have packed: their files may still wait for approval', async () => {
  const lines = `${FIRST}\n${SECOND}`;
  for (const packed of [gzipSync(lines), Buffer.from(deflateRawSync(lines).toString('base64'), 'latin1')]) {
    const { first, second } = await unpackPair(packed);
    expect([first, second()]).toEqual([FIRST, SECOND]);
  }
});

it('seals a text for its place alone', async () => {
  const vault = testVault();
  const place = { table: 'import_packs', column: 'newcomers', row: 'one', tenant: 'tenant' };
  const sealed = await sealPacked(vault, Buffer.from(FIRST), place);
  expect((await openPacked(vault, sealed, place)).toString()).toBe(FIRST);
  await expect(openPacked(vault, sealed, { ...place, row: 'another' })).rejects.toThrow();
});
