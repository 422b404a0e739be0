import { type FileMessage, fileMessage } from './messages/file-message.ts';
import type { DoubtfulOrder } from './census/values/date-order.ts';
import { shown } from './shown-value.ts';
import type { OtherReceivers } from './edi-834/receivers.ts';
import { type SetsBefore, stopsOfSets } from './edi-834/sets-before.ts';
import { COVERAGE_LINE_LABEL, type CoverageLine } from '../coverage-line.ts';
import { GROUP_STATUS_LABEL, type GroupStatus } from '../groups/group-status.ts';
import { daysBetween, type CalendarDate, formatDate } from '../calendar-date.ts';
import { holdOf, type SafetyStop, type StopCode } from './safety-stop.ts';

/** A sender's tolerances; the defaults are those of the trade (domain rules 4.1, termination by absence). */
export type Tolerances = {
  readonly missingPeople: number;
  readonly missingPercent: number;
  readonly dropPercent: number;
};
const DEFAULT_TOLERANCES: Tolerances = { missingPeople: 5, missingPercent: 5, dropPercent: 10 };

/**
 * Whose coverage a full file leaves out: `people` counts each of them once, however many lines are left out; `absent`
 * are those of them whom the file does not name at all, `lines` how many it names without a line they have.
 * `elsewhere`: absent people whom the file covers on the same line in another family, as after spouses have swapped.
 */
export type Absences = {
  readonly people: number;
  readonly absent: number;
  readonly lines: readonly { readonly line: CoverageLine; readonly people: number }[];
  readonly elsewhere?: number;
};
export const NO_ABSENCES: Absences = { people: 0, absent: 0, lines: [] };

/** New members who get no coverage and no waiver, and the columns of their rows that state coverage. */
export type UncoveredMembers = { readonly people: number; readonly columns: readonly string[] };

/** A reference (BGN02) under which the sender has sent a file that was posted: which, and when it came. */
export type UsedReference = { readonly reference: string; readonly at: string; readonly file: string };

/** A group that takes no files: its own, or one of several. */
export type HeldGroup = { readonly name: string; readonly status: GroupStatus };

/** What is known of a rehearsed file and of its group before it. */
export type FileSituation = {
  /** From so many people who lose coverage on, two persons approve a file; null: one is enough. */
  readonly secondApprovalFrom: number | null;
  readonly mode: 'full' | 'change' | 'census';
  /** Covered people of the groups that the file is about, before it. */
  readonly activePeople: number;
  readonly endedByFile: number;
  readonly missing: Absences;
  /** People who have what the file declines for them, without a word on the day. */
  readonly waivedWithoutDay: number;
  /** People whose coverage has begun and is cancelled as if it had never been, for another reason than non payment. */
  readonly rescinded: number;
  /** People whose coverage ends in the past although the employee paid a share of it. */
  readonly paidEnds: number;
  readonly uncovered: UncoveredMembers;
  /** Members on record whom the file turns into somebody else: other names, or another name and employee ID. */
  readonly otherIdentities: number;
  readonly records: number;
  /** Records of the last file of the same sender, group and mode; null for a first one. */
  readonly lastRecords: number | null;
  readonly identityConflicts: number;
  readonly otherReceivers: readonly OtherReceivers[];
  /** The chosen group, and what the file calls its own, where the two differ. */
  readonly otherGroup: { readonly chosen: string; readonly named: string } | null;
  /** Groups that the file would change and that take no files now. */
  readonly heldGroups: readonly HeldGroup[];
  readonly setsBefore: SetsBefore;
  /** Records of the sets that came before that would change somebody now. */
  readonly changesOfKnown: number;
  /** Null also where the sender's profile says that its references repeat. */
  readonly usedReference: UsedReference | null;
  readonly isTest: boolean;
  readonly fileDate: CalendarDate | null;
  readonly newestFileDate: CalendarDate | null;
  /** The file says one thing about full or change, the sender's profile another. */
  readonly modeConflict: FileMessage | null;
  /**
   * Of a list whose dates were perhaps read the wrong way round: how many show it, how many may be wrong, and which way
   * they were read.
   */
  readonly dateOrder: DoubtfulOrder | null;
  /** Visible sheets of a workbook that hold people too and were not read. */
  readonly otherSheets: readonly string[];
  /**
   * Auto-process is off, for the sender or in the queue's settings for every file; or somebody has chosen of the file,
   * or mended refused records of it, before it was worked out again.
   */
  readonly approvalWanted: false | 'sender' | 'queue' | 'chosen' | 'mended';
};

/** Identifiers of receivers, which are organizations, so that their digits are shown. */
const namesOf = (ids: readonly string[]): string =>
  `${ids
    .slice(0, 5)
    .map((id) => id.slice(0, 40))
    .join(' or ')}${ids.length > 5 ? ' or others' : ''}`;
const percent = (part: number, whole: number): string =>
  whole === 0 ? '100%' : `${(Math.round((part * 1000) / whole) / 10).toFixed(1)}%`;

/**
 * A member without one coverage line is as missing as a member without all: a line that is lost from a file costs a
 * group as much as a page of its members.
 */
function missingTitle({ people: count, absent, lines }: Absences, of: number): FileMessage {
  const [first] = lines;
  if (absent > 0 && lines.length > 0) return fileMessage('hold_missing_or_line_title', { count, of });
  if (lines.length === 1 && first)
    return fileMessage('hold_missing_line_title', { line: COVERAGE_LINE_LABEL[first.line], count, of });
  return fileMessage(lines.length > 0 ? 'hold_missing_lines_title' : 'hold_missing_title', { count, of });
}

const missingParts = ({ absent, lines }: Absences): FileMessage[] => [
  ...(absent > 0 ? [fileMessage('hold_missing_absent', { count: absent })] : []),
  ...lines.map(({ line, people: count }) =>
    fileMessage('hold_missing_without_line', { count, line: COVERAGE_LINE_LABEL[line] }),
  ),
];

const MOST_NAMED = 5;
function uncoveredStop({ people: count, columns: all }: UncoveredMembers): SafetyStop {
  const columns = all.slice(0, MOST_NAMED).map((heading) => `"${shown(heading)}"`);
  const more = all.length - columns.length;
  const text =
    columns.length === 0
      ? fileMessage('hold_uncovered_text_unstated')
      : more > 0
        ? fileMessage('hold_uncovered_text_more', { columns, more })
        : fileMessage('hold_uncovered_text', { columns });
  return holdOf('uncovered_members', fileMessage('hold_uncovered_title', { count }), [text], { people: count });
}

/** More than `least` people or, in a group where that is more, than `share` percent. */
export const isMany = (count: number, of: number, least: number, share: number): boolean =>
  count > Math.max(least, Math.floor((of * share) / 100));

/**
 * Returns every reason to hold a previewed file, the most serious first; without one it posts automatically. Limits:
 * more than max(5 people, 5 %) missing or terminated, or a record count down by more than 10 %, unless the sender's
 * profile says otherwise.
 */
export function safetyStops(situation: FileSituation, tolerances: Tolerances = DEFAULT_TOLERANCES): SafetyStop[] {
  const stops = [
    ...holdsOfEnvelope(situation),
    ...holdsOfPeople(situation, tolerances),
    ...holdsOfRecords(situation, tolerances),
    ...holdsOfReading(situation),
  ];
  return stops.length > 0 ? stops : holdsOfApproval(situation);
}

/** Who sent the file, for whom, and whether it came before. */
function holdsOfEnvelope(situation: FileSituation): SafetyStop[] {
  const { otherReceivers, otherGroup, heldGroups, setsBefore, usedReference } = situation;
  const stops: SafetyStop[] = [];
  if (situation.isTest)
    stops.push(holdOf('test_file', fileMessage('hold_test_title'), [fileMessage('hold_test_text')]));
  if (otherReceivers.length > 0) {
    const receivers = namesOf(otherReceivers.flatMap((one) => one.receivers));
    stops.push(
      holdOf('other_receiver', fileMessage('hold_receiver_title', { receivers }), [
        ...otherReceivers.map(({ sender, known }) =>
          fileMessage('hold_receiver_text', { sender, known: namesOf(known) }),
        ),
        fileMessage('hold_receiver_reply'),
      ]),
    );
  }
  if (otherGroup)
    stops.push(
      holdOf('other_group', fileMessage('hold_group_title', { group: otherGroup.named }), [
        fileMessage('hold_group_text', otherGroup),
      ]),
    );
  const [held] = heldGroups;
  if (held)
    stops.push(
      holdOf(
        'group_held',
        heldGroups.length === 1
          ? fileMessage('hold_group_closed_title', { group: held.name, status: GROUP_STATUS_LABEL[held.status] })
          : fileMessage('hold_groups_closed_title', { count: heldGroups.length }),
        heldGroups.map(({ name, status }) =>
          fileMessage('hold_group_closed_text', { group: name, status: GROUP_STATUS_LABEL[status] }),
        ),
      ),
    );
  stops.push(...stopsOfSets(setsBefore, situation.changesOfKnown));
  // The same interchange has the same reference.
  if (usedReference && !setsBefore.numberUsed) {
    const { reference, at: date, file } = usedReference;
    const text = fileMessage('hold_reference_text', { reference: shown(reference), date });
    stops.push(holdOf('same_reference', fileMessage('hold_reference_title'), [text], { file }));
  }
  return stops;
}

/** Members who would lose coverage, or may have been forgotten. */
function holdsOfPeople(situation: FileSituation, tolerances: Tolerances): SafetyStop[] {
  const { activePeople: of, missing, endedByFile, waivedWithoutDay, rescinded, paidEnds } = situation;
  const stops: SafetyStop[] = [];
  const hold = (code: StopCode, title: FileMessage, texts: readonly FileMessage[], people: number): void =>
    void stops.push(holdOf(code, title, texts, { people }));
  const isOver = (count: number): boolean =>
    count > 0 && isMany(count, of, tolerances.missingPeople, tolerances.missingPercent);
  const limits = { people: tolerances.missingPeople, limit: tolerances.missingPercent };
  if (isOver(missing.people)) {
    const text = fileMessage('hold_missing_text', { percent: percent(missing.people, of), ...limits });
    const texts = missing.absent < missing.people ? [...missingParts(missing), text] : [text];
    hold('missing_people', missingTitle(missing, of), texts, missing.people);
  } else if (missing.elsewhere) {
    const title = fileMessage('hold_moved_family_title', { count: missing.elsewhere });
    hold('missing_people', title, [fileMessage('hold_moved_family_text')], missing.elsewhere);
  }
  if (isOver(endedByFile)) {
    const text = fileMessage('hold_terminations_text', { percent: percent(endedByFile, of), ...limits });
    const title = fileMessage('hold_terminations_title', { count: endedByFile, of });
    hold('mass_termination', title, [text], endedByFile);
  }
  if (waivedWithoutDay > 0) {
    const title = fileMessage('hold_waiver_title', { count: waivedWithoutDay });
    hold('waived_without_day', title, [fileMessage('hold_waiver_text')], waivedWithoutDay);
  }
  if (rescinded > 0) {
    const title = fileMessage('hold_rescission_title', { count: rescinded });
    hold('rescission', title, [fileMessage('hold_rescission_text')], rescinded);
  }
  if (paidEnds > 0) {
    const title = fileMessage('hold_paid_title', { count: paidEnds });
    hold('paid_coverage', title, [fileMessage('hold_paid_text')], paidEnds);
  }
  return stops;
}

/** Records that may be wrong, and a file that may be incomplete or old. */
function holdsOfRecords(situation: FileSituation, { dropPercent }: Tolerances): SafetyStop[] {
  const { uncovered, otherIdentities, records, lastRecords: last, identityConflicts } = situation;
  const { fileDate, newestFileDate } = situation;
  const stops: SafetyStop[] = [];
  if (uncovered.people > 0) stops.push(uncoveredStop(uncovered));
  if (otherIdentities > 0) {
    const title = fileMessage('hold_identity_title', { count: otherIdentities });
    stops.push(holdOf('other_identity', title, [fileMessage('hold_identity_text')], { people: otherIdentities }));
  }
  if (last !== null && situation.mode === 'full' && (last - records) * 100 > last * dropPercent) {
    const text = fileMessage('hold_fewer_text', { percent: percent(last - records, last), limit: dropPercent });
    stops.push(holdOf('fewer_records', fileMessage('hold_fewer_title', { count: records, last }), [text]));
  }
  if (identityConflicts > 0) {
    const title = fileMessage('hold_conflict_title', { count: identityConflicts });
    const text = fileMessage('hold_conflict_text');
    stops.push(holdOf('identity_conflict', title, [text], { people: identityConflicts }));
  }
  if (fileDate && newestFileDate && fileDate < newestFileDate) {
    const days = daysBetween(fileDate, newestFileDate);
    const text = { date: formatDate(fileDate), newest: formatDate(newestFileDate), days };
    stops.push(holdOf('older_file', fileMessage('hold_older_title'), [fileMessage('hold_older_text', text)]));
  }
  return stops;
}

/** What may have been read in the wrong way, or not at all. */
function holdsOfReading({ modeConflict, dateOrder, otherSheets }: FileSituation): SafetyStop[] {
  const stops: SafetyStop[] = [];
  if (modeConflict) stops.push(holdOf('mode_unclear', fileMessage('hold_mode_title'), [modeConflict]));
  if (dateOrder) stops.push(dateOrderStop(dateOrder));
  if (otherSheets.length > 0) {
    const title = fileMessage(otherSheets.length === 1 ? 'hold_sheet_title' : 'hold_sheets_title');
    stops.push(holdOf('other_sheets', title, [fileMessage('hold_sheets_text', { sheets: otherSheets.map(shown) })]));
  }
  return stops;
}

function dateOrderStop({ why, readDayFirst, doubtful, showing }: DoubtfulOrder): SafetyStop {
  const [read, other] = readDayFirst ? (['day', 'month'] as const) : (['month', 'day'] as const);
  if (why === 'columns') {
    const title = fileMessage('hold_columns_order_title');
    if (doubtful === 0)
      return holdOf('date_order', title, [fileMessage('hold_columns_order_text', { first: read, most: other })]);
    const text = fileMessage('hold_columns_order_doubtful', { first: read, most: other });
    return holdOf('date_order', title, [text, fileMessage('hold_dates_either_way', { count: doubtful })]);
  }
  if (why === 'dots') {
    const text = fileMessage('hold_dots_text', { count: doubtful });
    return holdOf('date_order', fileMessage('hold_dots_title'), [text]);
  }
  return holdOf('date_order', fileMessage('hold_date_order_title', { unit: other }), [
    fileMessage('hold_date_order_showing', { count: showing, other, read }),
    fileMessage('hold_date_order_text', { count: doubtful, read }),
  ]);
}

/** A file without another hold may need an approval all the same. */
function holdsOfApproval({ secondApprovalFrom: from, endedByFile, approvalWanted }: FileSituation): SafetyStop[] {
  // A file that is held anyway says on its page who has to approve it.
  if (from !== null && endedByFile >= from) {
    const text = from === 1 ? fileMessage('hold_second_text_any') : fileMessage('hold_second_text', { count: from });
    const title = fileMessage('hold_second_title', { count: endedByFile });
    return [holdOf('second_approval', title, [text], { people: endedByFile })];
  }
  if (approvalWanted === false) return [];
  const [title, text] = APPROVALS[approvalWanted];
  return [holdOf('approval_wanted', fileMessage(title), [fileMessage(text)])];
}

const APPROVALS = {
  sender: ['hold_sender_title', 'hold_sender_text'],
  chosen: ['hold_chosen_title', 'hold_chosen_text'],
  mended: ['hold_fixed_title', 'hold_fixed_text'],
  queue: ['hold_queue_title', 'hold_queue_text'],
} as const;
