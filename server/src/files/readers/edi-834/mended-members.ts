import type { EnrollmentRecord } from '@openbenefits/domain/files/enrollment-record';
import { Refusal } from '@openbenefits/domain/refusal';
import { edi834Of, headsOf } from '../../refused/refused-834.ts';
import type { ReaderInput } from '../reader.ts';
import { RecordSink } from '../record-sink.ts';

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

/**
 * The members of an 834 that were mended here, as they read under the headers of their own sets, by the segment that
 * they begin with.
 */
export async function readMendedMembers(
  { mends, head = '', today }: ReaderInput,
  read: (bytes: Buffer, sink: RecordSink) => Promise<void>,
): Promise<ReadonlyMap<number, EnrollmentRecord>> {
  const members = new Map<number, EnrollmentRecord>();
  const rows = Array.from(mends?.places ?? [], ([place, raw]) => ({
    raw,
    sent: raw,
    line: Number(place),
    reason: '',
    family: null,
    familyByPlace: false,
  }));
  const heads = headsOf(head);
  // All of a header at once: a reader of its own for each of thousands would take minutes.
  for (const some of Map.groupBy(rows, ({ line }) => heads.findLastIndex(([from]) => from <= line)).values()) {
    const { text, places } = edi834Of(head, some, CONTROL);
    const sink = new Unjudged('edi834', today, () => Promise.resolve());
    // Whom nobody can read under its header stays as it was sent, and is counted (mends.ts).
    await read(Buffer.from(text, 'latin1'), sink).catch((error: unknown) => {
      if (!(error instanceof Refusal)) throw error;
    });
    const lines = new Map(places.map((place, index) => [place, some[index]?.line ?? 0]));
    for (const member of sink.found) {
      const line = lines.get(member.line);
      if (line !== undefined) members.set(line, { ...member, line });
    }
  }
  return members;
}

/** The member in the place of the one that was sent: where it stands, and in which set, stays. */
export const inPlaceOf = (
  { recordNo, line, setPosition, setControl, problems }: EnrollmentRecord,
  mended: EnrollmentRecord,
  raw: string,
): EnrollmentRecord => ({
  ...mended,
  recordNo,
  line,
  setPosition,
  setControl,
  problems: [...mended.problems, ...problems.filter(({ code }) => OF_SETS.has(code))],
  raw,
});
