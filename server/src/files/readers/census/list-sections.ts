import { type FileMessage, fileMessage, worded } from '@openbenefits/domain/files/messages/file-message';
import { type CensusStatus, readStatus } from '@openbenefits/domain/files/census/coverage/status';
import type { CensusCells } from '@openbenefits/domain/files/census/row-cells';
import type { EnrollmentRecord, RecordProblem } from '@openbenefits/domain/files/enrollment-record';
import type { TableRow } from './table-row.ts';

/** Whom a section is of, and a count behind it: "COBRA Participants (3)", "Terminated employees:". */
const OF_WHOM =
  /\b(?:employees?|members?|participants?|people|persons?|staff|lives|enrollees?|coverage)\b|\(\s*\d+\s*\)|[:\-–—*]/gi;

const EMPLOYEES = /^(?:active )?(?:employees|subscribers)\W*(?:\(?\d+\)?\W*)?$/i;
const DEPENDENTS =
  /^(?:(?:employees['’]? |covered |enrolled )?(?:dependents|dependants|spouses|children|spouses (?:and|&) children))\W*(?:\(?\d+\)?\W*)?$/i;

/** Terminations - October 2026, COBRA Participants, Waivers: what the list, or its sheet, is called. */
const OF_ALL: readonly (readonly [RegExp, CensusStatus])[] = [
  [/^term(?:ination|inated|ed)?s?\b(?! (?:life|&|and|of))/i, 'left'],
  [/^(?:waivers?|waived|declin(?:ed|ations?))\b/i, 'waived'],
  [/^cobra\b/i, 'cobra'],
  [/^retirees?\b/i, 'retired'],
];

/** Shorter ones are initials and ticks. */
const SHORTEST = 3;
const LONGEST = 60;

/** The only filled cell of a row; most rows have many, which is seen at their ends. */
export function aloneIn(cells: TableRow['cells']): string | undefined {
  const isFilled = (cell: TableRow['cells'][number]): boolean => cell !== undefined && String(cell).trim() !== '';
  const first = cells.findIndex(isFilled);
  return first >= 0 && cells.findLastIndex(isFilled) === first ? String(cells[first]).trim() : undefined;
}

/**
 * Rows that head a part of a list, alone in their row: Active, Terminated, COBRA, Dependents. The people below are of
 * that status, which their own rows do not say; whoever is not simply active is asked about instead of being taken for
 * active.
 */
export class ListSections {
  #section:
    | { readonly status: CensusStatus | 'dependents'; readonly title: string; readonly line: number | undefined }
    | undefined;

  /**
   * What the sheet is called, or the title above the headings says of everybody; a section further down counts instead.
   */
  begin(title: string, line?: number): boolean {
    const found = title.length > LONGEST ? undefined : OF_ALL.find(([pattern]) => pattern.test(title));
    if (found) this.#section = { status: found[1], title, line };
    return found !== undefined;
  }

  /** Whether the row heads a section. */
  take({ cells, line }: TableRow): boolean {
    const title = aloneIn(cells);
    const isTitle = title !== undefined && title.length >= SHORTEST && title.length <= LONGEST;
    const status = !isTitle
      ? undefined
      : DEPENDENTS.test(title)
        ? 'dependents'
        : EMPLOYEES.test(title)
          ? 'active'
          : readStatus(title.replace(OF_WHOM, ' ').replace(/^waivers\b/i, 'waived'));
    if (title === undefined || status === undefined) return false;
    this.#section = { status, title, line };
    return true;
  }

  /** What is wrong with somebody below a section of whom the row says neither a status nor an end. */
  problemsOf(record: EnrollmentRecord, cells: CensusCells): RecordProblem[] {
    const section = this.#section;
    if (!section || section.status === 'active' || record.action === 'end' || cells.has('status') || record.cobra)
      return [];
    if (section.status === 'dependents' && (!record.isSubscriber || cells.has('relationship'))) return [];
    if (
      section.status === 'left' &&
      (record.terminationDate !== undefined ||
        (record.coverages.length > 0 && record.coverages.every(({ until }) => until !== undefined)))
    )
      return [];
    if (section.status === 'waived' && record.coverages.every(({ action }) => action === 'waive')) {
      if (record.coverages.length === 0)
        record.warnings.push({
          field: 'coverages',
          code: 'section_waived',
          ...worded(fileMessage('section_without_coverage', { section: section.title })),
        });
      return [];
    }
    return [
      {
        field: 'status',
        code: 'section',
        ...worded(rowOfSection(section)),
      },
    ];
  }
}

type Title = { readonly title: string; readonly line?: number | undefined; readonly status?: unknown };

function rowOfSection({ title, line, status }: Title): FileMessage {
  const isOfDependents = status === 'dependents';
  return line === undefined
    ? fileMessage(isOfDependents ? 'section_title_sheet_dependents' : 'section_title_sheet', { title })
    : fileMessage(isOfDependents ? 'section_title_dependents' : 'section_title', { title, line });
}
