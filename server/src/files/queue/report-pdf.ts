import type { PeopleOfFile } from '@openbenefits/contract/files';
import { formatDate } from '@openbenefits/domain/calendar-date';
import { FILE_FORMAT_LABEL } from '@openbenefits/domain/files/file-format';
import { isUncounted, SHOWN_JOB_STATUS_LABEL, shownJobStatus } from '@openbenefits/domain/files/job-status';
import { type Cents, formatMoney, subtract, ZERO } from '@openbenefits/domain/money';
import PdfDocument from 'pdfkit';
import { type Doc, printable, write } from '../../print-text.ts';
import { type FileReport, PRINTED_REFUSALS } from './report.queries.ts';

const [INK, MUTED, LINE] = ['#151F28', '#606971', '#E1E0DB'];
const MARGIN = 54;
const LABEL_WIDTH = 150;
/** In the words of the file's page. */
const MODE: Readonly<Record<NonNullable<FileReport['job']['mode']>, string>> = {
  change: 'change file',
  full: 'full file',
  census: 'census',
  acknowledgement: 'acknowledgement',
};
/** A loose page says of which file it is. */
const NAME_IN_FOOT = 36;

/** Room that a heading or a fact needs below it before the page ends. */
const LEAST_ROOM = 60;

/** An instant in the organization's time zone, which it names. */
const momentsIn = (timeZone: string): ((instant: string | null) => string) => {
  const time = { hour: 'numeric', minute: '2-digit', timeZoneName: 'short' } as const;
  const moment = new Intl.DateTimeFormat('en-US', {
    timeZone,
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    ...time,
  });
  return (instant) => (instant === null ? '—' : moment.format(Date.parse(instant)));
};
const figure = (count: number): string => count.toLocaleString('en-US');

/** Letters that neither font has: those of the scripts of East and South Asia. */
const WITHOUT_SHAPE =
  /[^\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Armenian}\p{Script=Georgian}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Common}\p{Script=Inherited}]/u;

/** An amount that is more or less than before: in print what is less stands in brackets. */
const difference = (cents: Cents): string =>
  cents < 0 ? `(${formatMoney(subtract(ZERO, cents))})` : cents > 0 ? `+${formatMoney(cents)}` : formatMoney(cents);

function heading(doc: Doc, text: string): void {
  if (doc.y > doc.page.height - MARGIN - LEAST_ROOM) doc.addPage();
  doc.moveDown(1);
  write(doc, 'strong', text)
    .fontSize(12)
    .fillColor(INK ?? '')
    .text(printable(text), MARGIN);
  doc
    .moveTo(MARGIN, doc.y + 2)
    .lineTo(doc.page.width - MARGIN, doc.y + 2)
    .lineWidth(0.5)
    .strokeColor(LINE ?? '')
    .stroke();
  doc.moveDown(0.5);
}

function facts(doc: Doc, rows: readonly (readonly [label: string, value: string | null | undefined])[]): void {
  for (const [label, value] of rows) {
    if (value === null || value === undefined || value === '') continue;
    if (doc.y > doc.page.height - MARGIN - LEAST_ROOM / 2) doc.addPage();
    const { y } = doc;
    doc
      .font('Helvetica')
      .fontSize(9.5)
      .fillColor(MUTED ?? '')
      .text(label, MARGIN, y, { width: LABEL_WIDTH - 8 });
    const left = doc.y;
    write(doc, 'plain', value)
      .fillColor(INK ?? '')
      .text(printable(value), MARGIN + LABEL_WIDTH, y, { width: doc.page.width - 2 * MARGIN - LABEL_WIDTH });
    doc.y = Math.max(left, doc.y) + 2;
  }
}

/** A line and what belongs to it, on one page. */
function paragraph(doc: Doc, strong: string, text: string): void {
  const width = doc.page.width - 2 * MARGIN;
  doc.fontSize(9.5);
  const height =
    write(doc, 'strong', strong).heightOfString(printable(strong), { width }) +
    write(doc, 'plain', text).heightOfString(printable(text), { width });
  if (doc.y + height > doc.page.height - MARGIN) doc.addPage();
  write(doc, 'strong', strong)
    .fontSize(9.5)
    .fillColor(INK ?? '')
    .text(printable(strong), MARGIN);
  write(doc, 'plain', text)
    .fillColor(MUTED ?? '')
    .text(printable(text), MARGIN)
    .moveDown(0.4);
}

function decisions({ job, missing, leftOut }: FileReport): (readonly [string, string | null])[] {
  return [
    ['Approved by', [job.firstApprovedBy, job.approvedBy].filter((name) => name !== null).join(', ')],
    ['Records left out', leftOut > 0 ? figure(leftOut) : null],
    [
      'Missing people',
      job.missing > 0
        ? `${figure(missing.ended)} ended, ${figure(missing.kept)} kept, ${figure(missing.undecided)} undecided`
        : null,
    ],
  ];
}

/** The report of a file on letter paper; it is complete when the stream ends. */
export function fileReportPdf(report: FileReport, printedAt: string, printedBy: string, timeZone: string): Doc {
  const at = momentsIn(timeZone);
  const { job, premiums, refused, causes, events } = report;
  const doc = new PdfDocument({
    size: 'LETTER',
    margin: MARGIN,
    bufferPages: true,
    lang: 'en-US',
    displayTitle: true,
    info: { Title: 'File report', Author: 'OpenBenefits', CreationDate: new Date(printedAt) },
  });
  doc
    .font('Helvetica-Bold')
    .fontSize(18)
    .fillColor(INK ?? '')
    .text('File report');
  write(doc, 'plain', job.fileName)
    .fontSize(9.5)
    .fillColor(MUTED ?? '')
    .text(printable(`${job.fileName} · ${SHOWN_JOB_STATUS_LABEL[shownJobStatus(job)]}`));
  heading(doc, 'File');
  facts(doc, [
    [
      'Group',
      job.group
        ? `${job.group.name} (${job.group.cim})`
        : job.added + job.changed + job.ended + job.unchanged > 0
          ? 'Several'
          : null,
    ],
    ['Kind', [FILE_FORMAT_LABEL[job.format], job.mode && MODE[job.mode]].filter(Boolean).join(', ')],
    ['Sender', job.sender?.name],
    ['Control number', job.controlNumber],
    ['Submitted', `${at(job.submittedAt)}, ${job.submittedBy}`],
    ['Started', at(job.startedAt)],
    ['Finished', at(job.finishedAt)],
    [
      'Undone',
      job.undone &&
        `${at(job.undone.at)}, ${job.undone.by}${job.undone.part ? ` (${figure(job.undone.part.people)} of ${figure(job.undone.part.of)} people)` : ''}`,
    ],
    ['Removed', job.removed && `${at(job.removed.at)}, ${job.removed.by}; nothing had been posted`],
    ['Test file', job.isTest ? 'Yes' : null],
    [job.status === 'paused' ? 'Stopped' : 'Error', job.errorMessage],
  ]);
  heading(
    doc,
    job.status === 'held' ? 'What it would do' : job.status === 'rejected' ? 'What it would have done' : 'What it did',
  );
  // Who was ended line by line is one, and so is the family that one record ends.
  const people = (kind: keyof PeopleOfFile): string =>
    job.people === null || job.people[kind] === job[kind]
      ? figure(job[kind])
      : `${figure(job.people[kind])} people (${job.status === 'completed' && kind !== 'unchanged' ? 'changes' : 'records'}: ${figure(job[kind])})`;
  if (isUncounted(job))
    facts(doc, [
      ['Records', job.recordsRead > 0 ? figure(job.recordsRead) : null],
      ['People', 'Not counted: the file ended in an error first'],
    ]);
  else
    facts(doc, [
      ['Records', figure(job.recordsRead)],
      ['Added', people('added')],
      ['Changed', people('changed')],
      ['Ended', people('ended')],
      ['No change', people('unchanged')],
      ['Refused', figure(job.refused)],
    ]);
  if (job.premium) {
    heading(
      doc,
      `Premium effect${job.premium.ofPart ? ' of what was posted,' : ''} from ${formatDate(job.premium.on)}`,
    );
    const changed = premiums.filter(({ before, after }) => before !== after);
    facts(doc, [
      ...changed.map(
        ({ planName, before, after }) =>
          [planName, `${difference(subtract(after, before))} on ${formatMoney(before)}`] as const,
      ),
      ['A month', `${difference(job.premium.change)} on ${formatMoney(job.premium.before)}`],
    ]);
  }
  if (job.stops.length > 0 || decisions(report).some(([, value]) => value)) {
    heading(doc, 'Safety stops and decisions');
    for (const { title, text } of job.stops) paragraph(doc, title, text);
    facts(doc, decisions(report));
  }
  if (refused.length > 0) {
    heading(doc, `Refused (${figure(job.refused)})`);
    // Of many refused records the causes are what is read first.
    if (causes.length < refused.length)
      facts(
        doc,
        causes.map(
          ({ reason, records }) => [`${figure(records)} ${records === 1 ? 'record' : 'records'}`, reason] as const,
        ),
      );
    doc.moveDown(0.5);
    for (const { line, person, field, reason } of refused)
      paragraph(
        doc,
        `${job.format === 'edi834' ? 'Segment' : 'Line'} ${line} · ${person}`,
        reason.startsWith(field) ? reason : `${field}: ${reason}`,
      );
    if (job.refused > PRINTED_REFUSALS)
      paragraph(
        doc,
        `The first ${PRINTED_REFUSALS} of ${figure(job.refused)} are printed.`,
        'The report as CSV holds all of them.',
      );
  }
  if (
    [
      job.fileName,
      job.group?.name ?? '',
      job.sender?.name ?? '',
      ...refused.flatMap(({ person, reason }) => [person, reason]),
    ].some((text) => WITHOUT_SHAPE.test(text))
  ) {
    paragraph(
      doc,
      'Some letters have no shape in this print and stand as boxes.',
      'The page of the file and the report as CSV show them.',
    );
  }
  heading(doc, 'Log');
  facts(
    doc,
    events.map(({ at: when, by, text }) => [at(when), by ? `${text} ${by}` : text] as const),
  );
  const name = job.fileName.length > NAME_IN_FOOT ? `${job.fileName.slice(0, NAME_IN_FOOT - 1)}…` : job.fileName;
  const pages = doc.bufferedPageRange();
  for (let page = 0; page < pages.count; page += 1) {
    doc.switchToPage(page);
    // Below the margin a line would open another page.
    doc.page.margins.bottom = 0;
    write(doc, 'plain', name + printedBy)
      .fontSize(8)
      .fillColor(MUTED ?? '')
      .text(
        printable(
          `OpenBenefits · ${name} · printed ${at(printedAt)} by ${printedBy} · page ${page + 1} of ${pages.count}`,
        ),
        MARGIN,
        doc.page.height - MARGIN + 16,
        { width: doc.page.width - 2 * MARGIN, align: 'center', lineBreak: false },
      );
  }
  doc.end();
  return doc;
}
