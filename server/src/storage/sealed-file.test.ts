import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { testVault } from '../vault.ts';
import { openSealed, sealInto } from './sealed-file.ts';

const vault = testVault();

async function sealed(content: Buffer | Readable, name: string): Promise<Buffer> {
  const parts: Buffer[] = [];
  await sealInto(vault, content, name, async (bytes) => void parts.push(bytes));
  return Buffer.concat(parts);
}

/** Opens bytes that come in pieces of a size. */
const open = (bytes: Buffer, name: string, piece = 65_536) =>
  openSealed(
    vault,
    Readable.from(
      Array.from({ length: Math.ceil(bytes.length / piece) }, (_, at) => bytes.subarray(at * piece, (at + 1) * piece)),
    ),
    name,
  );

it.each([0, 1, 15, 16, 17, 65_536, 300_001])(
  'gives back %i bytes as they were, which stand nowhere in the sealed file',
  async (size) => {
    const bytes = randomBytes(size);
    const at = await sealed(bytes, `sealed-${size}`);
    for (const piece of size > 20 ? [65_536, 1000] : [65_536, 1]) {
      const opened = await open(at, `sealed-${size}`, piece);
      expect(readFileSync(opened.path).equals(bytes)).toBe(true);
      expect(opened.size).toBe(size);
      await opened.close();
    }
    if (size > 15) expect(at.includes(bytes.subarray(0, 16))).toBe(false);
  },
);

it('opens nothing that was altered, cut, or moved to another name', async () => {
  const bytes = await sealed(Buffer.from('SSN 123-45-6789 and so on'), 'one');
  for (const [name, changed] of [
    ['flipped', Buffer.from(bytes.map((byte, index) => (index === bytes.length - 20 ? byte ^ 1 : byte)))],
    ['cut', bytes.subarray(0, -5)],
    ['cut to its head', bytes.subarray(0, bytes.indexOf('\n') + 20)],
    ['headless', bytes.subarray(10)],
    ['empty', Buffer.alloc(0)],
  ] as const)
    await expect(open(changed, 'one'), name).rejects.toThrow();
  await expect(open(bytes, 'two')).rejects.toThrow();
});
