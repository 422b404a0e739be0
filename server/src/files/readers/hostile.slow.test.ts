import type { FileFormat } from '@openbenefits/domain/files/file-format';
import { beforeAll, describe, expect, it } from 'vitest';
import { readFile } from './read-file.ts';
import { refusalOf, SAMPLE_DAY, withFile } from './samples/read-here.ts';
import { CENSUS, HOSTILE, MEGABYTE, ODD } from './samples/hostile-files.ts';

/** Files made to harm (trust P32). Each is read by a thread, as on the server. */
const read = async (path: string, format?: FileFormat): Promise<number> => {
  let people = 0;
  for await (const { records } of readFile({ path, today: SAMPLE_DAY, ...(format ? { format } : {}) }))
    people += records.length;
  return people;
};

/** Milliseconds of the processors that this process and its threads have used. */
const workSince = (started: NodeJS.CpuUsage): number => {
  const { user, system } = process.cpuUsage(started);
  return (user + system) / 1000;
};

const BENIGN = `${CENSUS}${Array.from({ length: 20_000 }, (_, index) => `Ann${index},Other,1980-01-01\n`).join('')}`;
let benign = 0;

beforeAll(async () => {
  // What an honest file of a megabyte takes of the processors here and now: the measure for the others, however long
  // they wait for a machine that has other things to do.
  await withFile('first.csv', CENSUS + 'A,B,1980-01-01\n', read);
  const started = process.cpuUsage();
  expect(await withFile('benign.csv', BENIGN, read)).toBe(20_000);
  benign = workSince(started);
});

/** Trust P32: the server's memory grows by less while such a file is read. */
const MOST_MEMORY = 150 * MEGABYTE;

/** Uses a file and says how much work that was and by how much the memory of this process grew, in bytes. */
async function watched<T>(use: () => Promise<T>): Promise<{ result: T; work: number; grown: number }> {
  const before = process.memoryUsage.rss();
  let most = before;
  const watch = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 5);
  const started = process.cpuUsage();
  try {
    const result = await use();
    return { result, work: workSince(started), grown: Math.max(most, process.memoryUsage.rss()) - before };
  } finally {
    clearInterval(watch);
  }
}

describe('a hostile file', () => {
  it.each(HOSTILE)('%s is refused in words, at once, and takes no memory', async (_, name, build, words) => {
    await withFile(name, build(), async (path) => {
      const { result, work, grown } = await watched(() => refusalOf(read(path)));
      expect(result).toMatch(words);
      expect(work).toBeLessThan(1000 + 3 * benign);
      expect(grown).toBeLessThan(MOST_MEMORY);
    });
  });

  it.each(ODD)('%s is read as what it is, and takes no memory', async (_, name, build, people, refused) => {
    await withFile(name, build(), async (path) => {
      const { result, work, grown } = await watched(async () => {
        const judged = { people: 0, refused: 0 };
        for await (const { facts } of readFile({ path, today: SAMPLE_DAY }))
          Object.assign(judged, { people: facts.records, refused: facts.problems });
        return judged;
      });
      expect(result).toEqual({ people, refused });
      expect(work).toBeLessThan(1000 + 3 * benign);
      expect(grown).toBeLessThan(MOST_MEMORY);
    });
  });

  it('leaves the file beside it alone, and the next one too', async () => {
    const bombs = HOSTILE.filter(([about]) => /bomb|without end|nesting/.test(about)).map(([, name, build]) =>
      withFile(name, build(), (path) => refusalOf(read(path))),
    );
    expect(await withFile('benign.csv', BENIGN, read)).toBe(20_000);
    expect(await Promise.all(bombs)).toHaveLength(bombs.length);
    expect(await withFile('benign.csv', BENIGN, read)).toBe(20_000);
  });
});
