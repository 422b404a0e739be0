import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { calendarDateFrom } from '@openbenefits/domain/calendar-date';
import type { EnrollmentRecord } from '@openbenefits/domain/files/enrollment-record';
import type { FileFacts } from '@openbenefits/domain/files/file-facts';
import { NO_MAPPING } from '@openbenefits/domain/files/census/mapping';
import { Refusal } from '@openbenefits/domain/refusal';
import { READERS } from '../index.ts';
import { RecordSink } from '../record-sink.ts';
import { sniff } from '../sniff.ts';

/** The day on which the samples are read. */
export const SAMPLE_DAY = calendarDateFrom('2026-03-01');

export type Outcome = { records: EnrollmentRecord[]; facts: FileFacts };

/** Reads a file on this thread, as the worker does; for tests. */
export async function readHere(path: string, fileName = path, batchSize?: number): Promise<Outcome> {
  const { format, sizeBytes } = sniff(path, fileName);
  const records: EnrollmentRecord[] = [];
  const sink = new RecordSink(format, SAMPLE_DAY, async (batch) => void records.push(...batch), batchSize);
  await READERS[format]({ path, format, sizeBytes, today: SAMPLE_DAY, mapping: NO_MAPPING }, sink);
  await sink.flush(true);
  return { records: JSON.parse(JSON.stringify(records)) as EnrollmentRecord[], facts: sink.facts };
}

/** Writes the bytes into a file of this name in a new folder, uses it, and takes it away. */
export async function withFile<T>(name: string, bytes: Buffer | string, use: (path: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'reader-'));
  const path = join(folder, name);
  writeFileSync(path, bytes);
  try {
    return await use(path);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

export const readBytes = async (name: string, bytes: Buffer | string): Promise<Outcome> =>
  await withFile(name, bytes, async (path) => await readHere(path));

/** The words of the Refusal that reading ends with. Fails when it ends well, or in any other way. */
export async function refusalOf(reading: Promise<unknown>): Promise<string> {
  try {
    await reading;
  } catch (error) {
    if (error instanceof Refusal) return error.message;
    throw error;
  }
  throw new Error('The file was read without a refusal');
}

/** What was understood of the envelope of a file that is refused. */
export async function readRefused(name: string, bytes: Buffer | string): Promise<FileFacts['interchanges']> {
  return await withFile(name, bytes, async (path) => {
    const { format, sizeBytes } = sniff(path);
    const sink = new RecordSink(format, SAMPLE_DAY, async () => {});
    try {
      await READERS[format]({ path, format, sizeBytes, today: SAMPLE_DAY, mapping: NO_MAPPING }, sink);
    } catch (error) {
      if (error instanceof Refusal) return sink.facts.interchanges;
      throw error;
    }
    throw new Error('The file was read without a refusal');
  });
}
