import type { FileFacts } from '@openbenefits/domain/files/file-facts';
import { shown } from '@openbenefits/domain/files/shown-value';
import type { Tx } from '../../db/connect.ts';
import { findGroupIds } from '../matching/resolve-names.ts';
import { addRemark } from './missing/missing-people.ts';

const NAMES_LOOKED_AT = 50;

/**
 * A list that names the group for which it was chosen, and beside it employers that are none of ours: somebody has put the lists of several together, and the
 * people of the others would come into this one's group without a word. A list that never names the group calls it otherwise, or means its departments.
 */
export async function remarkOnStrangers(tx: Tx, jobId: string, { mode, groupKeys, sponsors }: FileFacts): Promise<void> {
  const names = [...new Set([...groupKeys.map(({ value }) => value), ...sponsors.flatMap(({ name }) => name ?? [])])].slice(0, NAMES_LOOKED_AT);
  if (mode !== 'census' || names.length < 2) return;
  const chosen = await tx
    .selectFrom('fileJobs as j')
    .innerJoin('uploads as u', 'u.id', 'j.uploadId')
    .select('u.groupId')
    .where('j.id', '=', jobId)
    .where('j.groupFromFile', '=', false)
    .executeTakeFirst();
  const found = await findGroupIds(tx, names);
  const [stranger] = names.filter((name) => !found.has(name));
  if (!chosen?.groupId || stranger === undefined || ![...found.values()].includes(chosen.groupId)) return;
  await addRemark(
    tx,
    jobId,
    `The list names the chosen employer, and others that are no groups here (such as "${shown(stranger)}"); the people of all of them were taken for the chosen one`,
    1,
  );
}
