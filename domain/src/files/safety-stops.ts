import type { DoubtfulOrder } from './census/values/date-order.ts';
import { shown } from './shown-value.ts';
import type { OtherReceivers } from './edi-834/receivers.ts';
import { type SetsBefore, stopsOfSets } from './edi-834/sets-before.ts';
import { COVERAGE_LINE_LABEL, type CoverageLine } from '../coverage/coverage-line.ts';
import { GROUP_STATUS_LABEL, type GroupStatus } from '../groups/group-status.ts';
import { filesHeldText } from '../groups/status-changes.ts';
import { daysBetween, type CalendarDate, formatDate } from '../calendar-date.ts';
import { counted } from '../counted.ts';
import type { StopCode, SafetyStop } from './safety-stop.ts';

/** A sender's tolerances; the defaults are those of the trade (domain rules 4.1, termination by absence). */
export type Tolerances = {
  readonly missingPeople: number;
  readonly missingPercent: number;
  readonly dropPercent: number;
};
export const DEFAULT_TOLERANCES: Tolerances = { missingPeople: 5, missingPercent: 5, dropPercent: 10 };

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

/** New members who get no coverage and no waiver although their rows state coverage, and the columns that state it. */
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
  readonly modeConflict: string | null;
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
const people = (count: number): string => counted(count, 'person', 'people');
const percent = (part: number, whole: number): string =>
  whole === 0 ? '100%' : `${(Math.round((part * 1000) / whole) / 10).toFixed(1)}%`;

/**
 * Somebody without one line is as missing as somebody without all: a line that fell out of a file costs a group as much
 * as a page of its people.
 */
function missingTitle({ people: count, absent, lines }: Absences, of: number): string {
  const [first] = lines;
  if (absent > 0 && lines.length > 0)
    return `${count.toLocaleString('en-US')} of ${people(of)} are missing from this file, or a line of their coverage is`;
  if (lines.length === 1 && first)
    return `${COVERAGE_LINE_LABEL[first.line]} is left out for ${count.toLocaleString('en-US')} of ${people(of)} in this file`;
  return lines.length > 0
    ? `Lines of coverage are left out for ${count.toLocaleString('en-US')} of ${people(of)} in this file`
    : `${count.toLocaleString('en-US')} of ${people(of)} are missing from this file`;
}

function missingParts({ absent, lines }: Absences): string {
  const parts = [
    ...(absent > 0 ? [`${people(absent)} not named at all`] : []),
    ...lines.map(
      ({ line, people: count }) => `${people(count)} named without ${COVERAGE_LINE_LABEL[line].toLowerCase()}`,
    ),
  ];
  return `${parts.join(', ')}.`;
}

const MOST_NAMED = 5;
function uncoveredStop({ people: count, columns }: UncoveredMembers): SafetyStop {
  const named = columns.slice(0, MOST_NAMED).map((heading) => `"${shown(heading)}"`);
  const more = columns.length - named.length;
  const list = `${columns.length === 1 ? 'Column' : 'Columns'}: ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`;
  return {
    code: 'uncovered_members',
    title: `${counted(count, 'new member')} would be added without coverage`,
    text: `The rows state coverage, but no plan or waiver was read from them. ${list} Match the columns so that the plan is read. Approve the file only if these members have no coverage, or reject it.`,
    people: count,
  };
}

/** More than `least` people or, in a group where that is more, than `share` percent. */
export const isMany = (count: number, of: number, least: number, share: number): boolean =>
  count > Math.max(least, Math.floor((of * share) / 100));

/**
 * Every reason to hold a rehearsed file, the most serious first; an empty list lets it post by itself. Limits: more
 * than max(5 people, 5 %) missing or ended, or a record count down by more than 10 %, unless the sender's profile says
 * otherwise.
 */
export function safetyStops(situation: FileSituation, tolerances: Tolerances = DEFAULT_TOLERANCES): SafetyStop[] {
  const {
    mode,
    activePeople,
    endedByFile,
    missing,
    waivedWithoutDay,
    rescinded,
    uncovered,
    otherIdentities,
    records,
    lastRecords,
    identityConflicts,
    otherReceivers,
    otherGroup,
    heldGroups,
    setsBefore,
    changesOfKnown,
    usedReference,
    isTest,
    fileDate,
    newestFileDate,
    modeConflict,
    dateOrder,
    otherSheets,
    secondApprovalFrom,
    approvalWanted,
  } = situation;
  const stops: SafetyStop[] = [];
  const stop = (code: StopCode, title: string, text: string, count = 0): void =>
    void stops.push({ code, title, text, people: count });
  const limit = `more than ${people(tolerances.missingPeople)} and more than ${tolerances.missingPercent}%`;
  if (isTest)
    stop(
      'test_file',
      'This is a test file',
      'The sender marks it as a test (ISA15 is T). It was rehearsed and can be acknowledged, and is not applied. If it is a real file all the same, approve it with the reason.',
    );
  if (otherReceivers.length > 0)
    stop(
      'other_receiver',
      `This file is addressed to ${namesOf(otherReceivers.flatMap(({ receivers }) => receivers))}`,
      `${otherReceivers.map(({ sender, known }) => `Files of ${sender} are addressed to ${namesOf(known)} (ISA08).`).join(' ')} The sender may have taken the wrong address, and was answered that the receiver is not known (TA1 note 009).`,
    );
  if (otherGroup)
    stop(
      'other_group',
      `This file is for ${otherGroup.named}`,
      `It was uploaded for ${otherGroup.chosen}, but names ${otherGroup.named}. Apply it only if both mean the same employer.`,
    );
  const [held] = heldGroups;
  if (held)
    stop(
      'group_held',
      heldGroups.length === 1
        ? `${held.name} is ${GROUP_STATUS_LABEL[held.status]}`
        : `${heldGroups.length} groups of this file are suspended or terminated`,
      heldGroups.map(({ name, status }) => filesHeldText(name, status)).join(' '),
    );
  stops.push(...stopsOfSets(setsBefore, changesOfKnown));
  // The same interchange has the same reference.
  if (usedReference && !setsBefore.numberUsed) {
    const text = `The same sender has sent a file under the reference ${shown(usedReference.reference)} (BGN02) on ${usedReference.at}, in another interchange, and it was posted.`;
    stops.push({
      code: 'same_reference',
      title: 'The reference of this file was used before',
      text,
      people: 0,
      file: usedReference.file,
    });
  }
  if (missing.people > 0 && isMany(missing.people, activePeople, tolerances.missingPeople, tolerances.missingPercent)) {
    const text = `That is ${percent(missing.people, activePeople)}; files of this sender are held when ${limit} are missing. Nobody is ended for being absent.`;
    stop(
      'missing_people',
      missingTitle(missing, activePeople),
      missing.absent < missing.people ? `${missingParts(missing)} ${text}` : text,
      missing.people,
    );
  } else if (missing.elsewhere) {
    const text =
      'The file does not name the coverage that they have here now, so it goes on until somebody ends it, and both are paid for. An end before the first day in the other family is proposed. Say that they left, and it is done when the file is approved; or that they were left out by mistake, if both are meant.';
    stop(
      'missing_people',
      `${people(missing.elsewhere)} ${missing.elsewhere === 1 ? 'is' : 'are'} in another family of this file, and would be covered in both`,
      text,
      missing.elsewhere,
    );
  }
  if (isMany(endedByFile, activePeople, tolerances.missingPeople, tolerances.missingPercent)) {
    stop(
      'mass_termination',
      `This file ends coverage of ${people(endedByFile)} of ${activePeople.toLocaleString('en-US')}`,
      `That is ${percent(endedByFile, activePeople)}; files of this sender are held when ${limit} lose coverage.`,
      endedByFile,
    );
  }
  if (waivedWithoutDay > 0) {
    stop(
      'waived_without_day',
      `${people(waivedWithoutDay)} ${waivedWithoutDay === 1 ? 'waives' : 'waive'} coverage that goes on`,
      'The file says that it is waived and not since when. The end of this month is proposed. Leave out whoever keeps the coverage and approve the others, or reject the file and ask for the last day of coverage.',
      waivedWithoutDay,
    );
  }
  if (rescinded > 0) {
    const text =
      'The file says that coverage which has begun never was. Where the person has paid for any of it, that is a rescission, which the law allows for fraud only, with 30 days’ notice (45 CFR 147.128). Leave out whoever has paid and ask the sender for an end; approve the others.';
    stop('rescission', `${people(rescinded)} would lose coverage from its beginning`, text, rescinded);
  }
  if (uncovered.people > 0) stops.push(uncoveredStop(uncovered));
  if (otherIdentities > 0) {
    stop(
      'other_identity',
      `${counted(otherIdentities, 'member')} would get another name`,
      'The rows match these members by SSN, number or birth date, but name somebody else. Leave out each row that is about another person, and approve the others.',
      otherIdentities,
    );
  }
  if (
    lastRecords !== null &&
    mode === 'full' &&
    records < lastRecords &&
    (lastRecords - records) * 100 > lastRecords * tolerances.dropPercent
  ) {
    stop(
      'fewer_records',
      `${counted(records, 'record')}, last time ${lastRecords.toLocaleString('en-US')}`,
      `That is ${percent(lastRecords - records, lastRecords)} fewer; files of this sender are held when it is more than ${tolerances.dropPercent}%. Part of the file may be missing.`,
    );
  }
  if (identityConflicts > 0) {
    stop(
      'identity_conflict',
      `${people(identityConflicts)} ${identityConflicts === 1 ? 'has' : 'have'} an SSN or birth date that contradicts another record`,
      'These records are refused and nobody is changed by them. Correct the person or the file.',
      identityConflicts,
    );
  }
  if (fileDate && newestFileDate && fileDate < newestFileDate) {
    stop(
      'older_file',
      'This file is older than one already applied',
      `It is dated ${formatDate(fileDate)}; a file of ${formatDate(newestFileDate)}, ${counted(daysBetween(fileDate, newestFileDate), 'day')} newer, was applied for this group.`,
    );
  }
  if (modeConflict) stop('mode_unclear', 'Full file or changes only?', modeConflict);
  if (dateOrder?.why === 'columns') {
    const [own, most] = dateOrder.readDayFirst ? ['day', 'month'] : ['month', 'day'];
    stop(
      'date_order',
      'Do the columns write their dates differently?',
      `In some columns dates exist only with the ${own} first, in others only with the ${most} first. Each column was read as it shows${dateOrder.doubtful > 0 ? `, and the others with the ${most} first; ${dateOrder.doubtful === 1 ? 'one date' : `${dateOrder.doubtful.toLocaleString('en-US')} dates`} could be meant either way` : ''}. Look at the changes, then approve the file, or send it with one order.`,
    );
  } else if (dateOrder?.why === 'dots') {
    stop(
      'date_order',
      'Does the day come first in the dates with dots?',
      `Most who write dates with dots put the day first, and nothing in the list shows it. ${dateOrder.doubtful === 1 ? 'One was' : `${dateOrder.doubtful.toLocaleString('en-US')} were`} read with the month first and may be wrong. Match the columns and say which comes first, and it is remembered for this sender; or approve the file if the month does.`,
    );
  } else if (dateOrder) {
    const [other, read] = dateOrder.readDayFirst ? ['month', 'day'] : ['day', 'month'];
    const some =
      dateOrder.showing === 1 ? 'One date exists' : `${dateOrder.showing.toLocaleString('en-US')} dates exist`;
    stop(
      'date_order',
      `Does the ${other} come first in the dates?`,
      `${some} only with the ${other} first, and none only with the ${read} first. ${dateOrder.doubtful === 1 ? 'One other was' : `${dateOrder.doubtful.toLocaleString('en-US')} others were`} read with the ${read} first and may be wrong. Match the columns and say which comes first, or approve the file if only those dates are typing errors.`,
    );
  }
  if (otherSheets.length > 0) {
    stop(
      'other_sheets',
      otherSheets.length === 1 ? 'Another sheet holds people too' : 'Other sheets hold people too',
      `Only the first sheet with people was read. Not read: ${otherSheets.map(shown).join(', ')}. Send each of them as a file of its own, or approve this one if they are not meant.`,
    );
  }
  // What is held anyway says on its page who has to approve it.
  if (stops.length === 0 && secondApprovalFrom !== null && endedByFile >= secondApprovalFrom) {
    stop(
      'second_approval',
      `${people(endedByFile)} ${endedByFile === 1 ? 'loses' : 'lose'} coverage: two persons approve this file`,
      `${secondApprovalFrom === 1 ? 'Whenever anybody loses' : `When ${secondApprovalFrom.toLocaleString('en-US')} people or more lose`} coverage, a second person looks at the file, too (queue settings).`,
      endedByFile,
    );
  }
  if (stops.length === 0 && approvalWanted === 'sender')
    stop(
      'approval_wanted',
      'This sender’s files wait for approval',
      'Auto-process is off for this sender. Look at the changes, then approve them.',
    );
  if (stops.length === 0 && approvalWanted === 'chosen')
    stop(
      'approval_wanted',
      'What was chosen of this file waits for approval',
      'Nothing else holds it any more. Records were left out of it, or missing people decided, before it was worked out again. Approve it as it stands, or choose anew.',
    );
  if (stops.length === 0 && approvalWanted === 'mended')
    stop(
      'approval_wanted',
      'What was mended in this file waits for approval',
      'Nothing else holds it any more. Refused records were mended here and stand in the place of what was sent. Look at what they do, then approve the file.',
    );
  if (stops.length === 0 && approvalWanted === 'queue')
    stop(
      'approval_wanted',
      'Every file waits for approval',
      'Auto-process is off in the queue settings. Look at the changes, then approve them.',
    );
  return stops;
}
