import { randomBytes } from 'node:crypto';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { testVault } from '../../vault.ts';
import { openSealed, sealFile } from './sealed-file.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'openbenefits-sealed-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const at = (name: string): string => path.join(folder, name);
const vault = testVault();

it.each([0, 1, 15, 16, 17, 65_536, 300_001])('gives back %i bytes as they were, which stand nowhere in the sealed file', async (size) => {
  const bytes = randomBytes(size);
  writeFileSync(at('plain'), bytes);
  await sealFile(vault, at('plain'), at(`sealed-${size}`), `sealed-${size}`);
  const opened = await openSealed(vault, at(`sealed-${size}`), `sealed-${size}`);
  expect(readFileSync(opened.path).equals(bytes)).toBe(true);
  expect(opened.size).toBe(size);
  await opened.close();
  if (size > 15) expect(readFileSync(at(`sealed-${size}`)).includes(bytes.subarray(0, 16))).toBe(false);
});

it('opens nothing that was altered, cut, or moved to another name', async () => {
  writeFileSync(at('secret'), 'SSN 123-45-6789 and so on');
  await sealFile(vault, at('secret'), at('one'), 'one');
  const bytes = readFileSync(at('one'));
  for (const [name, change] of [
    ['flipped', bytes.map((byte, index) => (index === bytes.length - 20 ? byte ^ 1 : byte))],
    ['cut', bytes.subarray(0, -5)],
    ['headless', bytes.subarray(10)],
  ] as const) {
    writeFileSync(at(name), change);
    await expect(openSealed(vault, at(name), 'one'), name).rejects.toThrow();
  }
  copyFileSync(at('one'), at('two'));
  await expect(openSealed(vault, at('two'), 'two')).rejects.toThrow();
});
