import { randomBytes } from 'node:crypto';
import { appendFileSync, copyFileSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { testVault } from '../../vault.ts';
import { beginPieces, MOST_IN_FRAME, SealedPieces } from './sealed-pieces.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'openbenefits-pieces-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const vault = testVault();
let names = 0;

async function begin(): Promise<{ id: string; file: string }> {
  const id = `upload-${++names}`;
  const file = path.join(folder, id);
  await beginPieces(vault, file, id);
  return { id, file };
}
async function write(
  { id, file }: { id: string; file: string },
  offset: number,
  ...chunks: readonly Buffer[]
): Promise<number> {
  const pieces = await SealedPieces.open(vault, file, id, 'r+');
  await pieces.cutTo(offset);
  for (const chunk of chunks) await pieces.append(chunk);
  await pieces.flush();
  await pieces.close();
  return pieces.size;
}
async function read({ id, file }: { id: string; file: string }): Promise<Buffer> {
  const pieces = await SealedPieces.open(vault, file, id, 'r');
  try {
    const all: Buffer[] = [];
    for await (const bytes of pieces.plain()) all.push(bytes);
    return Buffer.concat(all);
  } finally {
    await pieces.close();
  }
}

it('gives back what was written, however it came in pieces and from whatever offset it was sent again', async () => {
  const step = fc.record({
    back: fc.nat(600_000),
    sizes: fc.array(fc.integer({ min: 1, max: 300_000 }), { minLength: 1, maxLength: 3 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 5 }), async (steps) => {
      const upload = await begin();
      let expected = Buffer.alloc(0);
      for (const { back, sizes } of steps) {
        const offset = Math.max(0, expected.length - back);
        const chunks = sizes.map((size) => randomBytes(size));
        expected = Buffer.concat([expected.subarray(0, offset), ...chunks]);
        expect(await write(upload, offset, ...chunks)).toBe(expected.length);
      }
      expect((await read(upload)).equals(expected)).toBe(true);
    }),
    { numRuns: 25 },
  );
});

it('leaves no plain byte on disk, and goes on behind the last whole frame after a crash', async () => {
  const upload = await begin();
  const text = Buffer.from('Ada,Abbott,219-45-0001\n'.repeat(20_000));
  await write(upload, 0, text);
  const sealed = readFileSync(upload.file);
  expect(sealed.includes('219-45-0001')).toBe(false);
  const frames = Math.ceil(text.length / MOST_IN_FRAME);
  expect(frames).toBe(2);
  // A crash within a frame: the tail is cut, or holds what was never finished.
  truncateSync(upload.file, sealed.length - 7);
  expect((await read(upload)).equals(text.subarray(0, MOST_IN_FRAME))).toBe(true);
  writeFileSync(upload.file, sealed);
  appendFileSync(upload.file, randomBytes(300));
  expect((await read(upload)).equals(text)).toBe(true);
  expect(await write(upload, text.length, Buffer.from('end'))).toBe(text.length + 3);
  expect((await read(upload)).toString().endsWith('219-45-0001\nend')).toBe(true);
});

it('gives out nothing that was altered, or moved to another upload', async () => {
  const [one, other] = [await begin(), await begin()];
  await write(one, 0, randomBytes(MOST_IN_FRAME), randomBytes(100));
  const bytes = readFileSync(one.file);
  bytes[bytes.length - 400] = (bytes[bytes.length - 400] ?? 0) ^ 1;
  writeFileSync(one.file, bytes);
  await expect(read(one)).rejects.toThrow('altered on disk');
  copyFileSync(one.file, other.file);
  await expect(read(other)).rejects.toThrow();
});
