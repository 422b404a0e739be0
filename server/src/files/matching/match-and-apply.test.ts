import { v7 as uuidv7 } from 'uuid';
import { expect, it } from 'vitest';
import { idOfRecord } from './match-and-apply.ts';

it('gives the people of a file ids that grow in its order, are UUIDs of version 7, and lie apart where an index looks first', () => {
  const jobId = uuidv7();
  const ids = Array.from({ length: 20_000 }, (_, index) => idOfRecord(jobId, index + 1));
  expect(ids.toSorted()).toEqual(ids);
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  // btree_gist (uuid_2_double) sees a double: at most 17 neighbours look alike to it, about a fifth of a page.
  const seen = Map.groupBy(ids, (id) => Number(BigInt(`0x${id.replaceAll('-', '')}`)));
  expect(Math.max(...Array.from(seen.values(), (alike) => alike.length))).toBeLessThanOrEqual(17);
});
