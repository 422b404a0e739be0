import {
  type EnrollmentCoverage,
  type EnrollmentRecord,
  isSetting,
} from '@openbenefits/domain/files/enrollment-record';
import { FormScan } from './form-scan.ts';
import { DATE, HD, type MemberLoop, TEXT, TEXTS } from './member.ts';

/** Forms that are kept; a file has some dozens. */
const MOST_FORMS = 5000;
/** The days that a member of a form may have. */
const DAYS: readonly number[] = [DATE.birth, DATE.hired, DATE.eligible];
/** Texts that are codes: their words are looked at, so they are part of a form. */
const CODES: readonly number[] = [
  TEXT.subscriber,
  TEXT.relationship,
  TEXT.action,
  TEXT.reason,
  TEXT.benefitStatus,
  TEXT.idQualifier,
  TEXT.gender,
];
const SSN = '34';

/**
 * A coverage of a form, with the numbers of the fields that hold its plan and its first day; -1 where all have the same
 * plan, or none.
 */
type FormCoverage = Pick<EnrollmentCoverage, 'line' | 'action' | 'planKey' | 'tierKey' | 'tier'> & {
  planAt: number;
  fromAt: number;
};

/** What all members of one form have in common, and in which of their fields the rest stands. */
export type Form = {
  readonly parts: Int32Array;
  readonly said: Pick<EnrollmentRecord, 'isSubscriber' | 'relationship' | 'action' | 'gender'>;
  /** NM109 is the SSN. */
  readonly hasSsn: boolean;
  /** By the number of a text (TEXT): its field, or -1 where all have the same text, or none. */
  readonly textAt: Int8Array;
  readonly texts: readonly (string | undefined)[];
  /** By the number of a date (DATE): its field, or -1. */
  readonly dateAt: Int8Array;
  readonly coverages: readonly FormCoverage[];
};

/**
 * The forms of a file's members. The first member of each is read segment by segment; where that is plain, with nothing
 * to tell and nothing that has no place here, those that follow are read by its form: they can mean nothing else.
 */
export class MemberForms extends FormScan {
  /** By their hash; null where the first that had it is no plain form. */
  private readonly forms = new Map<number, Form | null>();
  /** Where the member begins whose form may be learned, or -1. */
  private learning = -1;
  private leftAside = 0;

  /** The form of the member that was scanned, if it is known. */
  known(): Form | undefined {
    const form = this.forms.get(this.hash);
    return form && this.isOf(form) ? form : undefined;
  }

  /**
   * The member at `start`, which was scanned, is read segment by segment. `leftAside`: how many segments before it had
   * no place.
   */
  begin(start: number, leftAside: number): void {
    this.learning = this.forms.size < MOST_FORMS && !this.forms.has(this.hash) ? start : -1;
    this.leftAside = leftAside;
  }

  /** The member that is read has no form. */
  skip(): void {
    this.learning = -1;
  }

  /** Learns the form of the member that was read; `isPlain`: there is nothing to tell of it. */
  learn(loop: MemberLoop, record: EnrollmentRecord, isPlain: boolean, leftAside: number): void {
    if (this.learning < 0) return;
    this.forms.set(this.hash, (isPlain && leftAside === this.leftAside && this.formOf(loop, record)) || null);
    this.learning = -1;
  }

  private isOf({ parts }: Form): boolean {
    if (parts.length !== this.partCount) return false;
    for (let place = 0; place < parts.length; place++) if (parts[place] !== this.parts[place]) return false;
    return true;
  }

  private formOf(loop: MemberLoop, record: EnrollmentRecord): Form | undefined {
    const { isSubscriber, relationship, action, gender, endsUntil, eligibilityUntil, effectiveDate } = record;
    if (
      loop.rare ||
      action === 'end' ||
      endsUntil !== undefined ||
      eligibilityUntil !== undefined ||
      effectiveDate !== undefined
    )
      return undefined;
    const open = new Map<number, number>();
    for (let field = 0; field < this.fieldCount; field++)
      open.set((this.fields[field * 2] as number) - this.learning, field);
    const take = (place: number | undefined): number => {
      const field = open.get(place ?? -1) ?? -1;
      open.delete(place ?? -1);
      return field;
    };
    const textAt = new Int8Array(TEXTS).fill(-1);
    const texts = Array.from<string | undefined>({ length: TEXTS });
    for (let text = 0; text < TEXTS; text++) {
      const [from, to] = [loop.texts[text * 2] as number, loop.texts[text * 2 + 1] as number];
      if (to === 0) continue;
      textAt[text] = take(from);
      texts[text] = record.raw.substring(from, to).trim() || undefined;
    }
    const dateAt = new Int8Array(loop.dates.length).fill(-1);
    for (const date of DAYS) if (loop.dates[date] !== 0) dateAt[date] = take(loop.datesAt[date]);
    const coverages = coveragesOf(loop, record.coverages, take);
    // What is no field of ours may mean something by rules that look at its text.
    if (!coverages || open.size > 0 || texts[TEXT.phoneExtension] !== undefined) return undefined;
    if (
      CODES.some((code) => textAt[code] !== -1) ||
      loop.dates.some((value, date) => value !== 0 && dateAt[date] === -1)
    )
      return undefined;
    // Nine digits without a qualifier are told.
    if (texts[TEXT.id] !== undefined && texts[TEXT.idQualifier] === undefined) return undefined;
    const said = { isSubscriber, relationship, action, gender };
    return {
      parts: this.parts.slice(0, this.partCount),
      said,
      hasSsn: texts[TEXT.idQualifier] === SSN,
      textAt,
      texts,
      dateAt,
      coverages,
    };
  }
}

/** Coverage that begins and has no end, each of another line; undefined where there is any other. */
function coveragesOf(
  loop: MemberLoop,
  read: readonly EnrollmentCoverage[],
  take: (place: number | undefined) => number,
): FormCoverage[] | undefined {
  if (read.length !== loop.coverageCount || new Set(read.map(({ line }) => line)).size !== read.length)
    return undefined;
  const coverages: FormCoverage[] = [];
  for (const [index, { line, action, planKey, tierKey, tier, from, until, ...more }] of read.entries()) {
    const base = loop.coverage(index);
    const [begin, end, effective, beginAt] = [HD.begin, HD.end, HD.effective, HD.beginAt].map(
      (place) => loop.coverages[base + place],
    );
    if (
      begin === 0 ||
      end !== 0 ||
      effective !== 0 ||
      from === undefined ||
      until !== undefined ||
      !isSetting(action) ||
      Object.keys(more).length > 0
    )
      return undefined;
    coverages.push({
      line,
      action,
      planKey,
      tierKey,
      tier,
      planAt: take(loop.coverages[base + HD.plan * 2]),
      fromAt: take(beginAt),
    });
  }
  return coverages;
}
