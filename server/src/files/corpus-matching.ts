import { firstOfNextMonth } from '@openbenefits/domain/calendar-date';
import { NO_MAPPING } from '@openbenefits/domain/files/census/mapping';
import type { EnrollmentRecord } from '@openbenefits/domain/files/enrollment-record';
import { isFamilyOfLine } from '@openbenefits/domain/files/family-place';
import type { FileFacts } from '@openbenefits/domain/files/file-facts';
import { AdditionsAbove } from './matching/additions-above.ts';
import { isTaken, lastInOrder } from './matching/ends-before-additions.ts';
import { FamilyLinks } from './matching/family-links.ts';
import { FarConflicts } from './matching/far-conflicts.ts';
import { Namesakes } from './matching/namesakes.ts';
import { PeopleInHand } from './matching/people-in-hand.ts';
import { linesOfPlans } from './matching/resolve-names.ts';
import type { Staged } from './matching/staged-for-matching.ts';
import type { MatchContext } from './matching/match-context.ts';
import type { Lease } from './queue/file-lease.ts';
import { NONE_ADDED } from './readers/census/added-headings.ts';
import { READER_LIMITS } from './readers/limits.ts';
import { RecordPacker, recordsOfPack } from './readers/pack-records.ts';
import type { RecordPack } from './readers/reader-messages.ts';
import { type Known, runReader } from './readers/run-reader.ts';
import { sniff } from './readers/sniff.ts';
import { CoveredTwice } from './rehearsal/covered-twice.ts';
import { DependentsLeft } from './rehearsal/missing/dependents-left.ts';
import { Noticed } from './rehearsal/noticed.ts';
import { FamilyPremiums } from './rehearsal/premiums/family-premiums.ts';
import { PreviewRates } from './rehearsal/premiums/rates.ts';
import { noResults, noteFamily, type RecordContext, workOn } from './rehearsal/rehearse-record.ts';
import { Repeats } from './rehearsal/repeats.ts';
import { TypedTiers } from './rehearsal/typed-tiers.ts';
import { type Digests, stagedOf } from './staging/chunk-of-records.ts';
import { SeenKeys } from './staging/seen-keys.ts';
import { LAST_ENDS_FROM, LAST_FROM, LATE_FROM, packKey } from './staging/staged-packs.ts';
import { requireUsable } from './staging/stage-records.ts';
import { familyIndex } from './staging/staged-record.ts';
import { GROUP, group, planNames, TODAY } from './corpus-group.ts';
import type { Stored } from './corpus-people.ts';
import type { Preview } from './corpus-people.ts';

export type Read = { facts: FileFacts; refused: EnrollmentRecord[]; staged: Staged[] };

/** Reads and validates a file as the worker thread does. `collected` keeps what was read before a refusal. */
export async function readFile(
  file: string,
  name: string,
  digests: Digests,
  collected: { refused: EnrollmentRecord[]; known: Known },
): Promise<Read> {
  const { format } = sniff(file, name);
  const packer = new RecordPacker();
  const packs: RecordPack[] = [];
  const task = {
    path: file,
    fileName: name,
    format,
    today: TODAY,
    batchSize: READER_LIMITS.batchRecords,
    mapping: NO_MAPPING,
    planLines: format === 'edi834' ? [] : linesOfPlans(planNames),
    mended: [],
    added: NONE_ADDED,
    head: '',
  };
  await runReader(task, collected.known, async (records, _, __, last) => {
    const batch = packer.pack(records, last);
    packs.push(...batch.packs);
    collected.refused.push(...(JSON.parse(JSON.stringify(batch.refused)) as EnrollmentRecord[]));
  });
  const staged: Staged[] = [];
  for (const pack of packs.toSorted((a, b) => packKey(a) - packKey(b)))
    staged.push(
      ...(await stagedOf(
        digests,
        { packKey: packKey(pack), groupId: GROUP },
        await recordsOfPack(Buffer.from(pack.packed.buffer)),
        null,
      )),
    );
  const { facts } = collected.known;
  requireUsable(facts);
  return { facts, refused: collected.refused, staged };
}

/** Matches the records of a file with the stored people and applies them in memory, with the code of the preview. */
export function match({ refused, staged }: Read, stored: Stored, lease: Lease, digests: Digests): Preview {
  const people = new PeopleInHand();
  for (const person of stored.people.values()) people.add(person);
  const families = new FamilyLinks(lease);
  for (const record of refused)
    if (record.isSubscriber && record.familyKey)
      families.note(GROUP, familyIndex(digests.vault, lease.tenantId, record.familyKey), {
        memberId: null,
        line: record.line,
        tiers: null,
      });
  const context: RecordContext = {
    lease,
    today: TODAY,
    groups: new Map([[GROUP, group]]),
    namesakes: new Namesakes(),
    kept: staged.some(({ packKey: key }) => key >= LATE_FROM) ? [] : null,
    conflicts: new FarConflicts(),
    repeats: new Repeats(),
    above: new AdditionsAbove(),
    noticed: new Noticed(),
    covered: new SeenKeys('sure'),
    coveredTwice: new CoveredTwice(),
    moved: null,
    dependentsLeft: new DependentsLeft(),
    typedTiers: new TypedTiers(),
    linesNamed: new Map(),
  };
  const premiums = new FamilyPremiums({
    premiumDay: firstOfNextMonth(TODAY),
    rates: PreviewRates.none(firstOfNextMonth(TODAY)),
    byPlan: new Map(),
  });
  premiums.note([...stored.people.values()], people);
  const by: MatchContext = {
    today: TODAY,
    retro: { rule: 'as_sent', today: TODAY },
    plans: planNames,
    families,
    numbers: {
      get: (groupId, digest) => (digest === null ? undefined : stored.numbers.get(groupId + digest)),
      former: (groupId, digest) => (digest === null ? undefined : stored.formerSsns.get(groupId + digest)),
    },
    jobId: lease.jobId,
    isResent: false,
    above: context.above,
  };
  const preview: Preview = { context, families, applied: [], effects: [], refused: [] };
  const noted = new Map<string, string>();
  const work = (records: readonly Staged[]): Staged[] => {
    const waiting: Staged[] = [];
    for (const one of records) {
      if (isTaken(one, people.waiting)) continue;
      const { record, groupId, familyKey, identity } = one;
      const isAlone = record.isSubscriber && people.candidates(groupId, identity).length === 0;
      const far = isAlone ? context.conflicts.find(groupId, identity) : undefined;
      const results = noResults();
      const applied = workOn(one, { people, premiums, match: by }, context, results, far === 'again' ? undefined : far);
      preview.refused.push(...results.refused);
      waiting.push(...results.waiting.map(({ staged: late }) => late));
      noteFamily(one, applied, people, { families });
      if ('problems' in applied) continue;
      preview.applied.push(applied);
      preview.effects.push(
        ...(applied.effect === 'unchanged' ? (['unchanged'] as const) : applied.touched.map(({ effect }) => effect)),
      );
      if (!record.isSubscriber || familyKey === null || isFamilyOfLine(record.familyKey ?? '')) continue;
      const { person } = applied;
      const isFoundAnyway =
        person.ssnKey === familyKey ||
        person.values.employeeId === record.familyKey ||
        person.memberNumber === record.familyKey;
      if (!noted.has(groupId + familyKey) && (stored.numbers.has(groupId + familyKey) || !isFoundAnyway))
        noted.set(groupId + familyKey, person.id);
    }
    return waiting;
  };
  const { others, ends } = lastInOrder(work(staged));
  work([
    ...others.map((one) => ({ ...one, packKey: LAST_FROM, place: 'last' as const })),
    ...ends.map((one) => ({ ...one, packKey: LAST_ENDS_FROM, place: 'last' as const })),
  ]);
  for (const [key, id] of noted) stored.numbers.set(key, id);
  context.typedTiers.endChunk(people, firstOfNextMonth(TODAY), context.kept !== null);
  context.noticed.endChunk();
  return preview;
}
