import type { EnrollmentRecord } from '@openbenefits/domain/files/enrollment-record';
import { Refusal } from '@openbenefits/domain/refusal';
import { edi834Of } from '../refused/refused-834.ts';
import type { ReaderInput } from './reader.ts';
import { RecordSink } from './record-sink.ts';

/** Of a member in an envelope of its own; nobody sees it. */
const CONTROL = '900000001';
/** Said of a set, whatever its members say. */
const OF_SETS: ReadonlySet<string> = new Set(['duplicate_set', 'information_copy']);

/** Takes members as they are read; the sink of the whole file judges them. */
class Unjudged extends RecordSink {
  readonly found: EnrollmentRecord[] = [];

  override add(record: EnrollmentRecord): void {
    this.found.push(record);
  }
}

/** The members of an 834 that were mended here, each as it reads under the header of its own set, by the segment that they begin with. */
export async function readMendedMembers({ mends, head = '', today }: ReaderInput, read: (bytes: Buffer, sink: RecordSink) => Promise<void>): Promise<ReadonlyMap<number, EnrollmentRecord>> {
  const members = new Map<number, EnrollmentRecord>();
  for (const [place, raw] of mends?.places ?? []) {
    const line = Number(place);
    const sink = new Unjudged('edi834', today, () => Promise.resolve());
    const { text } = edi834Of(head, [{ raw, sent: raw, line, reason: '', family: null, familyByPlace: false }], CONTROL);
    // Whom nobody can read under its header stays as it was sent, and is counted (mends.ts).
    await read(Buffer.from(text, 'latin1'), sink).catch((error: unknown) => {
      if (!(error instanceof Refusal)) throw error;
    });
    const [member] = sink.found;
    if (member) members.set(line, { ...member, line });
  }
  return members;
}

/** The member in the place of the one that was sent: where it stands, and in which set, stays. */
export const inPlaceOf = ({ recordNo, line, setPosition, setControl, problems }: EnrollmentRecord, mended: EnrollmentRecord, raw: string): EnrollmentRecord => ({
  ...mended, recordNo, line, setPosition, setControl, problems: [...mended.problems, ...problems.filter(({ code }) => OF_SETS.has(code))], raw,
});
