import { FILE_MESSAGES, type FileMessageCode } from '@openbenefits/domain/files/messages/catalogue';
import type { PersonEffect } from '@openbenefits/domain/members/member-change';
import { ack999Text } from '@openbenefits/domain/files/acknowledgements/ack-999';
import { ta1Text } from '@openbenefits/domain/files/acknowledgements/ack-ta1';
import type { EnrollmentRecord } from '@openbenefits/domain/files/enrollment-record';
import type { FileFacts } from '@openbenefits/domain/files/file-facts';
import { invalidFileTypeText, isUploadable } from '@openbenefits/domain/files/file-format';
import { doubtfulOrder } from '@openbenefits/domain/files/census/values/date-order';
import { maskQuoted } from '@openbenefits/domain/files/masked-text';
import { NO_ABSENCES, safetyStops } from '@openbenefits/domain/files/safety-stops';
import type { SafetyStop } from '@openbenefits/domain/files/safety-stop';
import { Refusal } from '@openbenefits/domain/refusal';
import { v7 as uuidv7 } from 'uuid';
import { DEFAULT_TENANT } from '../db/connect.ts';
import { TEST_NOW } from '../testing/database-template.ts';
import { corpusBytes, type CorpusCase, type CorpusOutcome, isApprovedInCorpus } from './corpus-cases.ts';
import type { Known } from './readers/run-reader.ts';
import { withFile } from './readers/samples/read-here.ts';
import { sniff } from './readers/sniff.ts';
import { previewRemarks } from './rehearsal/rehearsal.ts';
import { NO_SETS_BEFORE } from './rehearsal/sets-before.ts';
import { Digests } from './staging/chunk-of-records.ts';
import { remarkOnSponsors } from './staging/stage-records.ts';
import { type Refused, refusedBy } from './staging/refused-record.ts';
import { vault } from './corpus-group.ts';
import { match, type Read, readFile } from './corpus-matching.ts';
import type { Preview } from './corpus-people.ts';
import { activeIn, inWords, nothingStored, store, type Stored } from './corpus-people.ts';

function countsOf(effects: readonly PersonEffect[], refused: number): string {
  const count = (...of: PersonEffect[]): number => effects.filter((effect) => of.includes(effect)).length;
  const counts = {
    added: count('added'),
    changed: count('changed', 'reinstated'),
    ended: count('ended', 'voided'),
    unchanged: count('unchanged'),
    refused,
  };
  return Object.entries(counts)
    .flatMap(([name, number]) => (number > 0 ? [`${number} ${name}`] : []))
    .join(', ');
}

const refusedInWords = (refused: readonly Refused[]): string[] =>
  refused
    .toSorted((a, b) => a.record.recordNo - b.record.recordNo)
    .map(({ label, field, reason }) => `${label}: ${field}: ${reason}`);

/** What TA1 and 999 say of a file that is its sender's first. */
function answerTo(interchanges: FileFacts['interchanges']): string[] {
  const texts = [
    ...interchanges.map((one) => ta1Text(one, { control: 1, now: TEST_NOW })),
    ...interchanges.map((one) => ack999Text(one, { control: 1, now: TEST_NOW }) ?? ''),
  ];
  return texts.flatMap((text) => text.split('~\n')).filter((segment) => /^(TA1|AK|IK|CTX)/.test(segment));
}

/** Stops that the file and the stored people decide. The others ask the database for earlier files and other groups. */
const STOPS_IN_MEMORY: ReadonlySet<string> = new Set<SafetyStop['code']>([
  'test_file',
  'mass_termination',
  'waived_without_day',
  'rescission',
  'uncovered_members',
  'other_identity',
  'identity_conflict',
  'date_order',
  'other_sheets',
]);

function stopsOf(
  facts: FileFacts,
  { context: { noticed } }: Preview,
  refused: readonly Refused[],
  activePeople: number,
): string[] {
  const stops = safetyStops({
    mode: facts.mode ?? 'change',
    activePeople,
    endedByFile: noticed.ended - noticed.endedAndBack.count,
    missing: NO_ABSENCES,
    waivedWithoutDay: noticed.waivedWithoutDay,
    rescinded: noticed.rescinded.count,
    paidEnds: 0,
    uncovered: noticed.uncovered.found(facts),
    otherIdentities: noticed.otherIdentities.size,
    records: facts.records,
    lastRecords: null,
    identityConflicts: refused.filter(({ code }) => code === 'person_unsure').length,
    otherReceivers: [],
    otherGroup: null,
    heldGroups: [],
    setsBefore: NO_SETS_BEFORE,
    changesOfKnown: 0,
    usedReference: null,
    isTest: facts.test,
    fileDate: null,
    newestFileDate: null,
    modeConflict: null,
    dateOrder: facts.dates ? doubtfulOrder(facts.dates, facts.dayFirst ?? false) : null,
    otherSheets: facts.otherSheets ?? [],
    secondApprovalFrom: null,
    approvalWanted: false,
  });
  return stops.map(({ code }) => code);
}

/** `isHeld`: the database holds the file. */
type Sent = { name: string; bytes: Buffer; isHeld?: boolean };

/** Reads one file, matches it with the stored people and stores the result. A file that is held changes nobody. */
async function processFile(
  { name, bytes, isHeld: isHeldAnyway = false }: Sent,
  stored: Stored,
): Promise<CorpusOutcome> {
  if (!isUploadable(name, '')) return { notTaken: invalidFileTypeText(name) };
  if (bytes.length === 0) return { notTaken: `${name} is empty.` };
  const lease = { tenantId: DEFAULT_TENANT, jobId: uuidv7(), attempt: 1 };
  const digests = new Digests(vault, lease);
  const collected: { refused: EnrollmentRecord[]; known: Known } = { refused: [], known: { bytes: 0 } };
  return withFile('sent', bytes, async (path): Promise<CorpusOutcome> => {
    try {
      sniff(path, name);
    } catch (error) {
      if (error instanceof Refusal) return { notTaken: error.message };
      throw error;
    }
    let read: Read;
    try {
      read = await readFile(path, name, digests, collected);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const refused = collected.known.facts?.informationOnly
        ? []
        : collected.refused.map((record) => refusedBy(record, record.problems));
      return {
        status: 'error',
        ...(refused.length > 0 ? { counts: countsOf([], refused.length), refused: refusedInWords(refused) } : {}),
        error: error.message,
        answered: answerTo(collected.known.facts?.interchanges ?? []),
        ...peopleIn(stored),
      };
    }
    const before = inWords(stored);
    const active = activeIn(stored);
    const ssnsBefore = new Map(Array.from(stored.people, ([id, { ssnKey }]) => [id, ssnKey]));
    const preview = match(read, stored, lease, digests);
    const refused = [...read.refused.map((record) => refusedBy(record, record.problems)), ...preview.refused];
    const { facts } = read;
    const said = (text: string): string => (facts.format === 'edi834' ? text : maskQuoted(text));
    const remarks = [
      ...facts.remarks.map(({ message, count }) => ({ text: said(message), count })),
      ...remarkOnSponsors(facts),
      ...previewRemarks(
        { ...preview, ...preview.context, elsewhere: 0 },
        { tiers: preview.context.typedTiers.counts(), twice: 0, others: 0, left: { unnamed: 0, named: 0 } },
      ),
    ];
    const stops = stopsOf(facts, preview, refused, active);
    const isHeld = isHeldAnyway || stops.length > 0;
    store(preview, read.staged, stored, ssnsBefore);
    const counts = countsOf(isHeld ? preview.applied.map(({ effect }) => effect) : preview.effects, refused.length);
    return {
      status: isHeld ? 'held' : 'completed',
      mode: facts.mode,
      ...(counts ? { counts } : {}),
      ...(stops.length > 0 ? { stops } : {}),
      ...(refused.length > 0 ? { refused: refusedInWords(refused) } : {}),
      ...(remarks.length > 0
        ? { remarks: remarks.map(({ text, count }) => (count > 1 ? `${text} (${count})` : text)).toSorted() }
        : {}),
      answered: answerTo(facts.interchanges),
      ...(isHeld && !isApprovedInCorpus(stops) ? (before.length > 0 ? { people: before } : {}) : peopleIn(stored)),
    };
  });
}

const peopleIn = (stored: Stored): { people?: string[] } => (stored.people.size > 0 ? { people: inWords(stored) } : {});

/**
 * Remarks that need the database: of earlier files and other groups, and those that SQL finds in the previewed rows.
 */
const CODES_OF_DATABASE = [
  'retro_ends',
  'retro_cancellations',
  'retro_ends_moved',
  'dependents_not_reinstated',
  'dependents_listed_not_reinstated',
  'dependent_ssn_duplicate',
  'duplicate_coverage',
  'same_bytes',
  'missing_cobra_only',
  'missing_without_cobra',
  'missing_subscriber_with_dependents',
  'sets_same_reference',
  'employer_other_tax_id',
  'file_date_ahead',
  'several_senders',
] as const satisfies readonly FileMessageCode[];
/** How their texts begin. */
const TEXTS_OF_DATABASE = CODES_OF_DATABASE.map(
  (code) => FILE_MESSAGES[code].text.split('{')[0]?.replace(/\.$/, '') ?? '',
);

/** Groups after the files that several cases begin with. */
const groups = new Map<string, Promise<Stored>>();

async function storedAfter(before: readonly string[]): Promise<Stored> {
  const stored = nothingStored();
  for (const file of before) {
    const { status, stops } = await processFile({ name: file, bytes: corpusBytes(file) }, stored);
    if (status !== 'completed' && !isApprovedInCorpus(stops))
      throw new Error(`${file}, one of ${before.join(', ')}, is ${status}`);
  }
  return stored;
}

/** Reads and matches the files of a case one after the other, without a database. Returns what came of the last. */
export async function runInMemory(one: CorpusCase): Promise<CorpusOutcome> {
  const { before = [] } = one;
  const group = groups.get(before.join()) ?? storedAfter(before);
  groups.set(before.join(), group);
  const isHeld = one.expected.stops?.some((code) => !STOPS_IN_MEMORY.has(code)) ?? false;
  const sent = { name: one.name ?? one.file, bytes: corpusBytes(one.file), isHeld };
  const outcome = await processFile(sent, structuredClone(await group));
  if (!one.answer) delete outcome.answered;
  return outcome;
}

/** Returns what of a case's outcome is known without a database. */
export function expectedInMemory({ expected }: CorpusCase): CorpusOutcome {
  const { missing: _, proposed: __, stops, remarks, people, refused, ...same } = expected;
  const ownStops = stops?.filter((code) => STOPS_IN_MEMORY.has(code)) ?? [];
  const ownRemarks = remarks?.filter((text) => !TEXTS_OF_DATABASE.some((begin) => text.startsWith(begin))) ?? [];
  return {
    ...same,
    ...(ownStops.length > 0 ? { stops: ownStops } : {}),
    ...(refused ? { refused } : {}),
    ...(ownRemarks.length > 0 ? { remarks: ownRemarks } : {}),
    // The database sorts names by its own rules.
    ...(people ? { people: people.toSorted() } : {}),
  };
}
