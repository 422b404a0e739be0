import { fileText } from '@openbenefits/domain/files/messages/file-message';
import type { FileAcknowledgement } from '@openbenefits/contract/acknowledgements';
import {
  type FindingWords,
  groupWords,
  interchangeWords,
  setWords,
} from '@openbenefits/domain/files/acknowledgements/acknowledgement-words';
import {
  acceptedSets,
  type Answer,
  groupAnswer,
  interchangeAnswer,
  type ReceivedInterchange,
  setAnswer,
} from '@openbenefits/domain/files/edi-834/received-interchange';
import { Refusal } from '@openbenefits/domain/refusal';
import { validate as isUuid } from 'uuid';
import type { Work } from '../../command.ts';
import { ackPlace } from './acknowledgements.ts';

/** Shown on the page; the files themselves hold all. */
const MOST_PARTS = 200;
const MOST_FINDINGS = 500;

type Part = FileAcknowledgement['parts'][number];

function partsOf(interchanges: readonly ReceivedInterchange[]): Part[] {
  return interchanges.flatMap((one): Part[] => [
    { kind: 'interchange', control: one.control, answer: interchangeAnswer(one), sets: null },
    ...one.groups.flatMap((group): Part[] => [
      {
        kind: 'group',
        control: group.control,
        answer: groupAnswer(one, group),
        sets: { received: group.received, accepted: acceptedSets(one, group) },
      },
      ...group.sets.map((set): Part => ({
        kind: 'set',
        control: set.control,
        answer: one.refused ? 'R' : setAnswer(set),
        sets: null,
      })),
    ]),
  ]);
}

function findingsOf(interchanges: readonly ReceivedInterchange[]): FileAcknowledgement['findings'] {
  const at = (kind: Part['kind'], control: string, words: readonly FindingWords[]) =>
    words.map((one) => ({ kind, control, ...one }));
  return interchanges.flatMap((one) => [
    ...at('interchange', one.control, interchangeWords(one)),
    ...one.groups.flatMap((group) => [
      ...at('group', group.control, groupWords(group)),
      ...group.sets.flatMap((set) => at('set', set.control, setWords(set))),
    ]),
  ]);
}

const more = (interchanges: readonly ReceivedInterchange[]): number =>
  interchanges.flatMap(({ groups }) => groups.flatMap(({ sets }) => sets)).reduce((sum, set) => sum + set.more, 0);

/**
 * What the sender is answered, in words; null where there is nobody to answer. The read is audited, since it names
 * people.
 */
export async function fileAcknowledgement(
  { tx, note }: Work,
  { id }: { id: string },
): Promise<FileAcknowledgement | null> {
  const row = await tx
    .selectFrom('fileAcknowledgements')
    .select(['answer', 'report', 'ack999Encrypted', 'madeAt'])
    .where('jobId', '=', id)
    .executeTakeFirst();
  if (!row) return null;
  const interchanges = row.report as unknown as ReceivedInterchange[];
  const [parts, findings] = [partsOf(interchanges), findingsOf(interchanges)];
  if (findings.some(({ person }) => person !== null))
    note({ targetKind: 'file_job', targetId: id, fields: ['name'], itemCount: findings.length });
  return {
    answer: row.answer as Answer,
    madeAt: row.madeAt,
    has999: row.ack999Encrypted !== null,
    parts: parts.slice(0, MOST_PARTS),
    partsTotal: parts.length,
    findings: findings.slice(0, MOST_FINDINGS),
    findingsTotal: findings.length + more(interchanges),
  };
}

const FILES = {
  ta1: { name: 'ta1.edi', missing: fileText('ta1_not_found') },
  '999': { name: '999.edi', missing: fileText('ack_not_found') },
} as const;

/** The acknowledgement as it is sent. */
export async function acknowledgementFile(
  { tx, services, actor, note }: Work,
  jobId: string,
  kind: keyof typeof FILES,
): Promise<{ name: string; contentType: string; content: string }> {
  const row = isUuid(jobId)
    ? await tx
        .selectFrom('fileAcknowledgements')
        .select(['ta1Encrypted', 'ack999Encrypted'])
        .where('jobId', '=', jobId)
        .executeTakeFirst()
    : undefined;
  const sealed = kind === 'ta1' ? row?.ta1Encrypted : row?.ack999Encrypted;
  if (!sealed) throw new Refusal('not_found', FILES[kind].missing);
  note({ targetKind: 'file_job', targetId: jobId });
  return {
    name: FILES[kind].name,
    contentType: 'application/edi-x12',
    content: services.vault.open(sealed, ackPlace(kind === 'ta1' ? 'ta1' : 'ack999', actor.tenantId, jobId)),
  };
}
