import { type FileMessage, fileMessage, fileText, worded } from '@openbenefits/domain/files/messages/file-message';
import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import type { EnrollmentRecord } from '@openbenefits/domain/files/enrollment-record';
import type { FileFacts, FileRemark, GroupKey } from '@openbenefits/domain/files/file-facts';
import type { FileFormat } from '@openbenefits/domain/files/file-format';
import { WordBook, type MappedWord } from '@openbenefits/domain/files/census/mapping';
import { wordsOf } from '@openbenefits/domain/plain-words';
import { judgeInPlace } from '@openbenefits/domain/files/judge';
import { Refusal } from '@openbenefits/domain/refusal';
import { unissuedPrefix } from '@openbenefits/domain/groups/tax-id';
import { READER_LIMITS } from './limits.ts';
import { CONTROLS_LEFT_OUT } from './field-text.ts';
import { NamesAlone } from './census/names-alone.ts';
import { PlusOnes } from './census/plus-ones.ts';
import { SamePersonTwice, type LineOfPlan, type PlanBook } from './census/same-person-twice.ts';
import { ToldOtherwise, TWICE_OTHERWISE } from './census/told-otherwise.ts';
import { TwoEmployeeNumbers } from './census/two-employee-numbers.ts';

export type Send = (records: EnrollmentRecord[], bytesRead: number, facts: FileFacts, last: boolean) => Promise<void>;

/**
 * A list of whose first people none is in order: it is refused before the rest is read. Its columns are looked at all
 * the same, to be matched.
 */
export class HopelessList extends Refusal {}

/** Where a reader puts people and what it noticed. Judges each record, numbers it, and hands over full batches. */
export class RecordSink {
  readonly facts: FileFacts;
  /** Bytes of the file read so far; the reader keeps it. */
  bytesRead = 0;

  private records: EnrollmentRecord[] = [];
  private bytes = 0;
  private readonly remarks = new Map<string, FileRemark>();
  private readonly groupKeys = new Map<string, GroupKey>();
  private lastGroupKey: GroupKey | undefined;
  private subscribers = 0;
  private underCobra = 0;
  private readonly tiers: WordBook | undefined;
  private readonly twice: SamePersonTwice | undefined;
  private readonly otherwise: ToldOtherwise | undefined;
  private readonly numbers: TwoEmployeeNumbers | undefined;
  private readonly alone: NamesAlone | undefined;
  private readonly plusOnes: PlusOnes | undefined;
  readonly today: CalendarDate;
  private readonly send: Send;
  private readonly batchSize: number;
  /** Of which line a plan of ours, or of the sender's, is; undefined where no plans are known. */
  readonly lineOfPlan: LineOfPlan | undefined;
  /** Which plan a name or a code means; undefined for one that nobody knows. */
  readonly planId: (planKey: string) => string | undefined;

  constructor(
    format: FileFormat,
    today: CalendarDate,
    send: Send,
    batchSize: number = READER_LIMITS.batchRecords,
    words: readonly MappedWord[] = [],
    plans?: PlanBook,
  ) {
    const lineOfPlan = plans && ((planKey: string) => plans.get(wordsOf(planKey))?.line);
    this.planId = (planKey) => plans?.get(wordsOf(planKey))?.id;
    // A census asks for its words cell by cell (census/row.ts); of an 834 only the coverage levels are the sender's
    // own.
    if (format === 'edi834') {
      if (words.length > 0) this.tiers = new WordBook(words);
    } else {
      this.twice = new SamePersonTwice(lineOfPlan ?? (() => undefined));
      this.otherwise = new ToldOtherwise();
      this.numbers = new TwoEmployeeNumbers();
      this.alone = new NamesAlone();
      this.plusOnes = new PlusOnes((code, message, line) => this.remark(code, message, line));
    }
    this.lineOfPlan = lineOfPlan;
    this.today = today;
    this.send = send;
    this.batchSize = batchSize;
    this.facts = {
      format,
      mode: format === 'edi834' ? 'change' : 'census',
      test: false,
      informationOnly: false,
      encoding: 'ascii',
      groupKeys: [],
      sponsors: [],
      payers: [],
      envelopes: [],
      interchanges: [],
      transactionSets: [],
      columns: [],
      ignoredColumns: [],
      head: '',
      remarks: [],
      records: 0,
      problems: 0,
    };
  }

  /** True when the batch should be flushed before more is read. */
  get full(): boolean {
    return this.records.length >= this.batchSize || this.bytes >= READER_LIMITS.batchBytes;
  }

  get nextRecordNo(): number {
    return this.facts.records + 1;
  }

  add(read: EnrollmentRecord): void {
    const record = read.source === 'census' && CONTROLS.test(read.raw) ? withoutControls(read) : read;
    if (this.tiers)
      for (const coverage of record.coverages)
        if (coverage.tierKey !== undefined)
          coverage.tier = this.tiers.meaning('tier', coverage.tierKey) ?? coverage.tier;
    judgeInPlace(record, this.today, this.facts.endDayNotCovered);
    const another = record.problems.length === 0 ? (this.numbers?.find(record) ?? this.alone?.find(record)) : undefined;
    if (another) record.problems.push(another);
    if (this.twice && record.problems.length === 0) record.problems.push(...this.twice.find(record));
    if (this.otherwise && record.problems.length === 0) {
      const { problem, isOther } = this.otherwise.find(record);
      if (problem) record.problems.push(problem);
      if (isOther) this.remark('told_otherwise', TWICE_OTHERWISE, record.line);
    }
    this.facts.records++;
    if (record.problems.length > 0) this.facts.problems++;
    if (record.isSubscriber) {
      this.subscribers++;
      if (record.cobra) this.underCobra++;
    }
    for (const warning of record.warnings) this.#count(warning, record.line, 1);
    if (record.groupKey !== undefined) this.groupKey(record.source === 'edi834' ? 'REF*1L' : 'column', record.groupKey);
    this.plusOnes?.add(record);
    this.records.push(record);
    this.bytes += record.raw.length;
    if (
      this.facts.records === READER_LIMITS.hopelessRecords &&
      this.facts.problems === this.facts.records &&
      this.facts.mode === 'census'
    )
      throw new HopelessList(
        'invalid',
        fileText('census_hopeless', { most: READER_LIMITS.hopelessRecords, reason: record.problems[0]?.message ?? '' }),
      );
  }

  /** Notes a name of the group. Neighbours usually name the same one, so the last is looked at first. */
  groupKey(source: GroupKey['source'], value: string): void {
    const last = this.lastGroupKey;
    if (last !== undefined && last.value === value && last.source === source) {
      // The same text, once it is the same in memory, is not compared again.
      last.value = value;
      last.count++;
      return;
    }
    const key = `${source} ${value}`;
    let known = this.groupKeys.get(key);
    if (known === undefined) {
      if (this.groupKeys.size >= READER_LIMITS.groupKeys) return;
      known = { source, value, count: 0 };
      this.groupKeys.set(key, known);
    }
    known.count++;
    this.lastGroupKey = known;
  }

  /**
   * An employer's number with a prefix that was never issued may be mistyped; it is taken all the same (domain rules
   * 4.15).
   */
  taxId(taxId: string | undefined): void {
    const prefix = taxId === undefined ? undefined : unissuedPrefix(taxId);
    if (prefix) this.remark('ein_prefix', fileMessage('tax_id_prefix', { prefix }));
  }

  /** Notes something about the file; the same code and words are counted. */
  remark(code: string, message: FileMessage, line?: number, times = 1): void {
    this.#count({ code, ...worded(message) }, line, times);
  }

  #count({ code, message, wording }: Omit<FileRemark, 'count'>, firstLine: number | undefined, times: number): void {
    const key = `${code} ${message}`;
    const known = this.remarks.get(key);
    if (known) known.count += times;
    else if (this.remarks.size < 200) this.remarks.set(key, { code, message, wording, count: times, firstLine });
  }

  async flush(last = false): Promise<void> {
    if (this.records.length === 0 && !last) return;
    if (last) this.plusOnes?.settle();
    // The latest family may go on, and is not known as long as it does.
    const cut = this.records.length - (this.plusOnes?.waiting ?? 0);
    if (cut === 0 && !last) return;
    const records = this.records.slice(0, cut);
    this.records = this.records.slice(cut);
    this.bytes = this.records.reduce((sum, { raw }) => sum + raw.length, 0);
    Object.assign(this.facts, { subscribers: this.subscribers, underCobra: this.underCobra });
    this.facts.groupKeys = [...this.groupKeys.values()];
    this.facts.remarks = [...this.remarks.values()];
    await this.send(records, this.bytesRead, this.facts, last);
  }
}

/**
 * What no text of a person holds: damage of transports and old terminals, which nobody sees and no database column
 * takes all of. Lines break inside the cells of a list, and tabs stand there.
 */
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const CONTROLS = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/;
const ALL_CONTROLS = new RegExp(CONTROLS, 'g');

/** Only `raw` keeps them. The reader of 834s leaves them out of the texts that it cuts. */
function withoutControls(record: EnrollmentRecord): EnrollmentRecord {
  const clean = JSON.parse(JSON.stringify(record), (key: string, value: unknown) => {
    if (typeof value !== 'string' || key === 'raw' || !CONTROLS.test(value)) return value;
    return value.replace(ALL_CONTROLS, '').trim() || undefined;
  }) as EnrollmentRecord;
  clean.warnings.push({ field: '', ...CONTROLS_LEFT_OUT });
  return clean;
}
