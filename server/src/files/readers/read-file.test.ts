import { describe, expect, it } from 'vitest';
import type { FileFormat } from '@openbenefits/domain/files/file-format';
import { readFile, type ReadBatch } from './read-file.ts';
import { SAMPLE_DAY, refusalOf, withFile } from './samples/read-here.ts';
import { sniff } from './sniff.ts';

const sample = (name: string): string => new URL(`./samples/${name}`, import.meta.url).pathname;
const HEAD = 'First Name,Last Name\n';

async function all(path: string, fileName?: string, format?: FileFormat): Promise<ReadBatch[]> {
  const batches: ReadBatch[] = [];
  for await (const batch of readFile({ path, fileName, format, today: SAMPLE_DAY, batchSize: 3 })) batches.push(batch);
  return batches;
}

const refusal = async (name: string, content: string | Buffer, format?: FileFormat): Promise<string> =>
  await withFile(name, content, async (path) => await refusalOf((async () => sniff(path, name, format))()));

describe('readFile', () => {
  it('hands over batches in order, the last with the complete facts', async () => {
    const batches = await all(sample('month-of-changes.edi'));
    expect(batches.flatMap(({ records }) => records.map(({ recordNo }) => recordNo))).toEqual([1, 2, 3, 4]);
    expect(batches.map(({ records, last }) => [records.length, last])).toEqual([
      [3, false],
      [1, true],
    ]);
    expect(batches.at(-1)).toMatchObject({ facts: { records: 4, problems: 1, mode: 'change' } });
    expect(batches.at(-1)?.bytesRead).toBe(batches.at(-1)?.sizeBytes);
  });

  it.each(['census.csv', 'wide.csv', 'families.xml'])('reads %s', async (name) => {
    expect((await all(sample(name))).flatMap(({ records }) => records).length).toBeGreaterThan(3);
  });

  it('reads on only as batches are taken, and stops when the loop is left', async () => {
    await withFile('many.csv', HEAD + 'A,B\n'.repeat(50_000), async (path) => {
      let taken = 0;
      for await (const batch of readFile({ path, today: SAMPLE_DAY })) {
        await new Promise((resolve) => setTimeout(resolve, 20));
        expect(batch.facts.records).toBeLessThan(10_000);
        if (++taken === 3) break;
      }
      expect(taken).toBe(3);
    });
  });

  it('throws the reason of the signal', async () => {
    const stop = new AbortController();
    const reading = (async () => {
      await withFile('many.csv', HEAD + 'A,B\n'.repeat(50_000), async (path) => {
        for await (const _ of readFile({ path, today: SAMPLE_DAY, signal: stop.signal }))
          stop.abort(new Error('paused by its owner'));
      });
    })();
    await expect(reading).rejects.toThrow('paused by its owner');
  });

  it('ends with a refusal after the people that came before a cut', async () => {
    await withFile(
      'cut.edi',
      `ISA*00*          *00*          *ZZ*A*ZZ*B*260301*0930*^*00501*000000001*0*P*:~GS*BE*A*B*20260301*0930*1*X*005010X220A1~ST*834*1*005010X220A1~${'INS*Y*18*021~NM1*IL*1*L*F~'.repeat(20)}`,
      async (path) => {
        expect(await refusalOf(all(path))).toMatch(
          /The file is cut off: its end \(SE\) is missing\. Nothing was read\. Ask the sender for the full file\./,
        );
      },
    );
  });
});

describe('sniff', () => {
  it.each<[string, string | Buffer, RegExp]>([
    ['a.csv', '', /empty/],
    [
      'a.xls',
      Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0]),
      /This file is named "\.xls" but it is an old Excel file \(\.xls\)\. Open it in Excel and save it as \.xlsx\./,
    ],
    ['a.csv', '%PDF-1.7', /named "\.csv" but it is a PDF/],
    ['a.txt', Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10]), /PNG/],
    ['a.csv', 'ISA*00*', /named "\.csv" but its content is an X12 file/],
    ['a.xlsx', HEAD, /named "\.xlsx" but its content is plain text/],
    [
      'a.edi',
      HEAD,
      /This file is named "\.edi" but does not start with an interchange header \(ISA\), so its separators and sender are unknown\. Ask the sender for the full file\./,
    ],
    ['a.834', 'GS*BE*A*B', /without its interchange header/],
    ['a.xml', HEAD, /named "\.xml" but its content is plain text/],
    ['a.csv', '<a/>', /named "\.csv" but its content is XML/],
    ['a.csv', 'PK\x03\x04', /named "\.csv" but its content is a workbook or another zip/],
    ['a.csv', Buffer.from([1, 2, 0, 4, 0, 0, 0, 9, 1, 1, 1, 1]), /neither text nor a workbook/],
    ['a.txt', '-----BEGIN PGP MESSAGE-----', /PGP/],
    ['a.edi', 'UNB+UNOA:1', /EDIFACT/],
  ])('%s %j', async (name, content, words) => expect(await refusal(name, content)).toMatch(words));

  it('takes .txt for what it holds, and a wanted format for a promise', async () => {
    await withFile('a.txt', 'ISA*00*', async (path) => expect(sniff(path).format).toBe('edi834'));
    await withFile('a.txt', HEAD, async (path) => expect(sniff(path).format).toBe('csv'));
    expect(await refusal('a.txt', HEAD, 'edi834')).toMatch(/was sent as EDI 834/);
  });
});
