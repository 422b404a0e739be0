import type { CarrierProfileInput, OutboundFile } from '@openbenefits/contract/outbound';
import { x12Segments } from '@openbenefits/domain/x12/x12-segments';
import type { EnrollmentRecord } from '@openbenefits/domain/files/enrollment-record';
import { fileAnswer } from '@openbenefits/domain/files/edi-834/received-interchange';
import { expect } from 'vitest';
import { edi834, type SampleMember } from '../../testing/samples.ts';
import type { Person, TestServer } from '../../testing/test-server.ts';
import { newGroup, peopleOf } from '../corpus-run.ts';
import { readBytes } from '../readers/samples/read-here.ts';

/** A carrier that takes changes every week. */
export const WEEKLY: CarrierProfileInput = {
  name: 'Northfold weekly',
  carrierName: null,
  senderQualifier: 'ZZ',
  senderId: 'OPENBENEFITS',
  receiverQualifier: '30',
  receiverId: '420000002',
  mode: 'change',
  familyId: 'ssn',
  lineCodes: {},
  planCodes: {},
  tierCodes: {},
  separators: '*:^~',
  uppercase: false,
  usage: 'P',
};

/** A file for a carrier, as bytes and as our own reader understands it. */
export type MadeFile = Omit<OutboundFile, 'segments'> & {
  text: string;
  segments: string[];
  records: EnrollmentRecord[];
  said: string[];
};

type Numbered = Pick<OutboundFile, 'controlNumber'>;

/** What is noticed of people whose data are as they are, and not of the file. */
const OF_PEOPLE = ['date_of_birth_missing', 'child_over_age', 'line_life'];

const plain = (segments: string[][]): string[] => segments.map((elements) => elements.join('*'));

/** Counts and numbers of the envelope and its sets, as SE, GE and IEA say them. */
function expectLegal(segments: readonly string[][], people: number): void {
  const of = (id: string): string[][] => segments.filter(([name]) => name === id);
  const [isa, gs, ge, iea] = [of('ISA')[0], of('GS')[0], of('GE')[0], of('IEA')[0]];
  expect(iea).toEqual(['IEA', '1', isa?.[13]]);
  expect(ge).toEqual(['GE', String(of('ST').length), gs?.[6]]);
  expect(Number(gs?.[6])).toBe(Number(isa?.[13]));
  let start = -1;
  segments.forEach((segment, at) => {
    if (segment[0] === 'ST') start = at;
    if (segment[0] === 'SE') expect(segment).toEqual(['SE', String(at - start + 1), segments[start]?.[2]]);
  });
  for (const [qualifier, isCounted] of [
    ['TO', () => true],
    ['ET', (code: string | undefined) => code === 'Y'],
    ['DT', (code: string | undefined) => code === 'N'],
  ] as const) {
    expect(
      of('QTY')
        .filter(([, one]) => one === qualifier)
        .reduce((sum, [, , count]) => sum + Number(count), 0),
    ).toBe(of('INS').filter(([, code]) => isCounted(code)).length);
  }
  expect(new Set(of('ST').map(([, , number]) => number)).size).toBe(of('ST').length);
  expect(of('INS')).toHaveLength(people);
}

/** What the file says of a person: name, action, each coverage, and levels with the day from which they hold. */
const words = ({ firstName, action, coverages }: EnrollmentRecord): string =>
  [
    `${firstName} ${action}`,
    ...coverages.map((one) => [one.action, one.planKey, one.from, one.until, one.tierKey].filter(Boolean).join(' ')),
  ].join(', ');

/**
 * One employer whose people are told to a carrier, and that carrier: a server of its own that reads our files. What it
 * has after a file is what we have, which is the point of telling.
 */
export async function carrierRun(server: TestServer, carrier: TestServer, profile: CarrierProfileInput, index: number) {
  const [dana, clerk] = [await server.as('administrator'), await carrier.as('administrator')];
  // The carrier's own member numbers are none of ours.
  await carrier.owner.query('update member_counters set last_number = last_number + 1000000');
  // Members are covered from long before.
  const early = { effectiveDate: '2024-01-01' };
  const [ours, theirs] = [await newGroup(dana, index, early), await newGroup(clerk, index, early)];
  const { id: profileId } = await dana.api.files.outbound.saveProfile({
    ...profile,
    idempotencyKey: crypto.randomUUID(),
  });
  let next = index * 1000;
  const control = (): string => String(next++).padStart(9, '0');
  const upload = async (at: TestServer, person: Person, text: string) => {
    const sent = await at.upload(person, 'file.edi', text);
    expect(sent.status, sent.message).toBe(204);
    const job = await at.finished(person, sent.id);
    if (job.status !== 'held') return job;
    await person.api.files.approve({
      id: sent.id,
      reason: 'Few people, so each is many of them',
      idempotencyKey: crypto.randomUUID(),
    });
    return at.finished(person, sent.id);
  };
  const answered = ({ controlNumber }: Numbered, segments: string[], by = profile.receiverId): string => {
    const number = control();
    return [
      `ISA*00*          *00*          *${profile.receiverQualifier}*${by.padEnd(15)}*ZZ*OPENBENEFITS   *261120*0930*^*00501*${number}*0*P*:`,
      ...segments,
      `IEA*1*${number}`,
      '',
    ]
      .join('~\n')
      .replaceAll('CONTROL', controlNumber);
  };
  const run = {
    ours,
    theirs,
    profileId,
    /** Our employer's own file. */
    load: async (members: readonly SampleMember[], change: (text: string) => string = (text) => text) => {
      const job = await upload(server, dana, change(edi834(members, { control: control(), group: ours.cim })));
      expect((await dana.api.files.refusals({ id: job.id, limit: 10 })).rows.map(({ reason }) => reason)).toEqual([]);
      expect(job.status).toBe('completed');
      return job;
    },
    make: async (mode?: 'full' | 'change', of = profileId): Promise<MadeFile> => {
      const file = await dana.api.files.outbound.create({ profileId: of, mode });
      const text = await (
        await fetch(`${server.url}/downloads/outbound/${file.id}`, { headers: { cookie: dana.cookie } })
      ).text();
      const segments = x12Segments(text);
      expectLegal(segments, file.people);
      const { facts, records } = await readBytes('x.edi', text);
      expect(fileAnswer(facts.interchanges)).toBe('A');
      // A full file may say that somebody never was in a family, and name ends.
      const ofVoids = file.mode === 'full' && /HD\*(?:002|024)/.test(text) ? ['full_with_changes'] : [];
      expect(facts.remarks.filter(({ code }) => ![...OF_PEOPLE, ...ofVoids].includes(code))).toEqual([]);
      // SSNs of the sample world begin with 9, so that they are nobody's.
      expect(records.flatMap(({ groupKey, problems }) => (groupKey === ours.cim ? problems : []))).toEqual([]);
      expect(records).toHaveLength(file.people);
      return { ...file, text, segments: plain(segments), records, said: records.map(words) };
    },
    nothing: (of = profileId) =>
      expect(dana.api.files.outbound.create({ profileId: of })).rejects.toMatchObject({
        message: expect.stringContaining('Nothing has changed'),
      }),
    /**
     * The carrier's system takes the file for the employer as it knows it; the employers of the sample world it does
     * not know.
     */
    take: async ({ text, records }: MadeFile) => {
      const job = await upload(carrier, clerk, text.replaceAll(ours.cim, theirs.cim));
      expect(job).toMatchObject({
        status: 'completed',
        refused: records.filter(({ groupKey }) => groupKey !== ours.cim).length,
      });
      return job;
    },
    /** The carrier's 999. */
    answer: (file: Numbered, answer: 'A' | 'R', by = profile.receiverId) =>
      upload(
        server,
        dana,
        answered(
          file,
          [
            `GS*FA*${profile.receiverId}*OPENBENEFITS*20261120*0930*1*X*005010X231A1`,
            'ST*999*0001*005010X231A1',
            `AK1*BE*${Number(file.controlNumber)}*005010X220A1`,
            'AK2*834*0001*005010X220A1',
            ...(answer === 'R' ? ['IK3*INS*6*2000*8'] : []),
            `IK5*${answer}`,
            `AK9*${answer}*1*1*${answer === 'A' ? 1 : 0}`,
            `SE*${answer === 'R' ? 7 : 6}*0001`,
            'GE*1*1',
          ],
          by,
        ),
      ),
    /** The carrier's 999 that rejects some sets of a file; the others it names only where `isEach`, as many do not. */
    answerInPart: (file: MadeFile, rejected: readonly string[], isEach: boolean) => {
      const sets = file.segments.flatMap((segment) => (segment.startsWith('ST*') ? [segment.split('*')[2] ?? ''] : []));
      const named = sets.filter((number) => isEach || rejected.includes(number));
      const firstMember = (number: string): number => {
        const start = file.segments.findIndex((segment) => segment.startsWith(`ST*834*${number}`));
        return file.segments.slice(start).findIndex((segment) => segment.startsWith('INS*')) + 1;
      };
      const body = [
        'ST*999*0001*005010X231A1',
        `AK1*BE*${Number(file.controlNumber)}*005010X220A1`,
        ...named.flatMap((number) => [
          `AK2*834*${number}*005010X220A1`,
          ...(rejected.includes(number)
            ? [`IK3*INS*${firstMember(number)}*2000*8`, 'IK4*2*1069*7', 'IK5*R*5']
            : ['IK5*A']),
        ]),
        `AK9*P*${sets.length}*${sets.length}*${sets.length - rejected.length}`,
      ];
      return upload(
        server,
        dana,
        answered(file, [
          `GS*FA*${profile.receiverId}*OPENBENEFITS*20261120*0930*1*X*005010X231A1`,
          ...body,
          `SE*${body.length + 1}*0001`,
          'GE*1*1',
        ]),
      );
    },
    /** The carrier's TA1 that rejects the envelope. */
    rejectEnvelope: (file: Numbered, note: string) =>
      upload(server, dana, answered(file, [`TA1*CONTROL*261120*0930*R*${note}`]).replace('IEA*1', 'IEA*0')),
    /** A file is made, taken and accepted. */
    tell: async (mode?: 'full' | 'change'): Promise<MadeFile> => {
      const file = await run.make(mode);
      await run.take(file);
      await run.answer(file, 'A');
      return file;
    },
    /** Names, SSNs, birth dates and coverage of whoever has any, with us and with the carrier. */
    people: async (): Promise<{ ours: string[]; theirs: string[] }> => {
      const [here, there] = await Promise.all([peopleOf(server, ours.id), peopleOf(carrier, theirs.id)]);
      const short = (one: string): string => one.replace(/, number [^:[]*?(?= \[|:|$)/, '').replace(/ \[[^\]]*\]/, '');
      const covered = (all: string[]): string[] => all.map(short).filter((one) => one.includes(': '));
      return { ours: covered(here), theirs: covered(there) };
    },
    /** The carrier has whom we have. */
    agree: async (): Promise<string[]> => {
      const { ours: here, theirs: there } = await run.people();
      expect(there).toEqual(here);
      return here;
    },
  };
  return run;
}
