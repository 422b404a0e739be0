import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { canMount, RealServer } from './real-server.ts';

/** The disk of the uploads is full while three people send files (trust P7): 60 MB of it, and three files of 50 MB. */
const MEGABYTE = 1024 * 1024;
const LENGTH = 50 * MEGABYTE;
const mounts = canMount();

/** A text without headings: it is received in full and refused at once when it is read. */
const content = (fill: string): Buffer<ArrayBuffer> => Buffer.alloc(LENGTH, `${fill},${fill},${fill}\n`);
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

describe.skipIf(!mounts)(`a full disk${mounts ? '' : ' (skipped: this machine does not let a test mount one)'}`, () => {
  const server = new RealServer({ uploadsMegabytes: 60 });
  beforeAll(async () => {
    await server.start();
    await server.signIn();
  });
  afterAll(() => server.close());

  it('that has room for a file but not for its encrypted copy refuses the last byte', async () => {
    const upload = await server.beginUpload('alone.csv', LENGTH);
    expect(await upload.send(0, content('x'))).toMatchObject({
      status: 507,
      text: expect.stringContaining('what has arrived is kept'),
    });
    expect(await upload.offset()).toBe(LENGTH - 1);
    await expect(server.api.files.job({ id: upload.id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(
      (await server.fetch(`/uploads/${upload.id}`, { method: 'DELETE', headers: { 'tus-resumable': '1.0.0' } })).status,
    ).toBe(204);
  });

  it('refuses three files in words, keeps what arrived, takes none for complete, and goes on with each once there is room', async () => {
    const files = await Promise.all(
      ['a', 'b', 'c'].map(async (fill) => ({
        bytes: content(fill),
        upload: await server.beginUpload(`${fill}.csv`, LENGTH),
      })),
    );
    const answers = await Promise.all(files.map(({ bytes, upload }) => upload.send(0, bytes)));
    for (const { status, text } of answers) {
      expect(status).toBe(507);
      expect(JSON.parse(text)).toMatchObject({
        code: 'FULL',
        message: expect.stringContaining('what has arrived is kept'),
      });
    }
    for (const { upload } of files)
      await expect(server.api.files.job({ id: upload.id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const offsets = await Promise.all(files.map(({ upload }) => upload.offset()));
    for (const offset of offsets) expect(offset).toBeLessThan(LENGTH);
    expect(offsets.reduce((sum, offset) => sum + offset, 0)).toBeGreaterThan(50 * MEGABYTE);
    // A second attempt gets the same message, and the server keeps working.
    expect(
      (
        await (files[0] as (typeof files)[0]).upload.send(
          offsets[0] as number,
          (files[0] as (typeof files)[0]).bytes.subarray(offsets[0]),
        )
      ).status,
    ).toBe(507);
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);

    server.growDisk(400);
    for (const { bytes, upload } of files) {
      const offset = await upload.offset();
      expect((await upload.send(offset, bytes.subarray(offset))).status).toBe(204);
      const original = await server.fetch(`/downloads/files/${upload.id}/original`);
      expect(sha256(new Uint8Array(await original.arrayBuffer()))).toBe(sha256(bytes));
    }
  });
});
