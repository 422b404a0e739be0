import { buffer } from 'node:stream/consumers';
import type { ReconciliationLine } from '@openbenefits/contract/reconciliation';
import { type CalendarDate, formatDate } from '@openbenefits/domain/calendar-date';
import { COVERAGE_LINE_LABEL } from '@openbenefits/domain/coverage-line';
import { add, formatMoney, fromCents, subtract, ZERO } from '@openbenefits/domain/money';
import { Refusal } from '@openbenefits/domain/refusal';
import type { Work } from '../../command.ts';
import { organizationProfile, type StoredProfile } from '../../organization-profile.ts';
import { dejaVu, type Doc, printable } from '../../print-text.ts';
import { reconciliationDetail, reconciliationLines } from './reconciliation.queries.ts';

const PAGE_LINES = 200;
const MARGIN = 72;
const LEAST_ROOM = 60;

async function disputedLines(work: Work, id: string): Promise<ReconciliationLine[]> {
  const lines: ReconciliationLine[] = [];
  let cursor: string | undefined;
  do {
    const page = await reconciliationLines(work, { id, kind: 'differences', cursor, limit: PAGE_LINES });
    lines.push(...page.rows.filter(({ action }) => action === 'dispute'));
    cursor = page.next ?? undefined;
  } while (cursor);
  return lines;
}

/** What is asked for one difference. */
function itemText({ theirs, ours, reason, retroLimit, note }: ReconciliationLine): string {
  const difference = subtract(theirs, ours);
  const wish =
    difference > 0
      ? `Please credit ${formatMoney(difference)}.`
      : difference < 0
        ? `Please bill ${formatMoney(subtract(ZERO, difference))} more.`
        : 'Please correct it.';
  return [
    `Billed ${formatMoney(theirs)}, expected ${formatMoney(ours)}. ${reason}`,
    ...(note === null ? [] : [note]),
    wish,
    ...(retroLimit === null ? [] : [`The limit for retroactive changes ends on ${formatDate(retroLimit)}.`]),
  ].join(' ');
}

const headingOf = ({ name, memberNumber, planName, line, month }: ReconciliationLine): string =>
  [
    name ?? 'No member',
    memberNumber,
    planName ?? (line && COVERAGE_LINE_LABEL[line]),
    `${month.slice(5, 7)}/${month.slice(0, 4)}`,
  ]
    .filter((part) => part !== null && part !== '')
    .join(', ');

type Letter = {
  readonly profile: StoredProfile;
  readonly to: string;
  readonly about: string;
  readonly on: CalendarDate;
  readonly by: string;
  readonly lines: readonly ReconciliationLine[];
};

class LetterPaper {
  readonly doc: Doc;
  readonly #root: ReturnType<Doc['struct']>;

  constructor(doc: Doc) {
    this.doc = doc;
    this.#root = doc.struct('Document');
    doc.addStructure(this.#root);
  }

  text(kind: 'H1' | 'H2' | 'P', text: string, { size = 10.5, strong = false, gap = 0.4 } = {}): void {
    if (this.doc.y > this.doc.page.height - MARGIN - LEAST_ROOM) this.doc.addPage();
    this.#root.add(
      this.doc.struct(kind, {}, () => {
        this.doc
          .font(strong ? 'strong' : 'plain')
          .fontSize(size)
          .fillColor('#151F28')
          .text(printable(text), MARGIN, this.doc.y, { width: this.doc.page.width - MARGIN * 2 });
      }),
    );
    this.doc.moveDown(gap);
  }

  end(): void {
    this.#root.end();
    this.doc.end();
  }
}

async function print({ profile, to, about, on, by, lines }: Letter): Promise<Buffer> {
  // What writes a PDF takes 30 MB: a server has it from the first document on.
  const { default: PdfDocument } = await import('pdfkit');
  const doc = new PdfDocument({
    size: 'LETTER',
    margin: MARGIN,
    tagged: true,
    pdfVersion: '1.7',
    lang: 'en-US',
    displayTitle: true,
    font: null,
    info: { Title: 'Dispute letter', Author: profile.name, CreationDate: new Date(`${on}T00:00:00Z`) },
  } as object);
  doc.registerFont('plain', dejaVu('DejaVuSansCondensed'));
  doc.registerFont('strong', dejaVu('DejaVuSansCondensed-Bold'));
  doc.font('plain');
  const bytes = buffer(doc);
  const paper = new LetterPaper(doc);
  const place = [profile.city, profile.state].filter((part) => part !== '').join(', ');
  for (const part of [profile.name, profile.addressLine1, `${place} ${profile.zipCode}`.trim(), profile.phone])
    if (part) paper.text('P', part, { gap: 0.1 });
  doc.moveDown(1);
  paper.text('P', formatDate(on));
  paper.text('P', to, { gap: 1 });
  paper.text('H1', about, { size: 13, strong: true });
  const differences = lines.map(({ theirs, ours }) => subtract(theirs, ours));
  const total = add(...differences);
  const intro = `We compared your figures with our enrollment and rates and do not agree with ${lines.length} ${lines.length === 1 ? 'amount' : 'amounts'}.`;
  paper.text(
    'P',
    `${intro} In all, ${total >= 0 ? 'you billed' : 'your figures are short by'} ${formatMoney(fromCents(Math.abs(total)))}${total >= 0 ? ' too much' : ''}.`,
  );
  lines.forEach((line, index) => {
    paper.text('H2', `${index + 1}. ${headingOf(line)}`, { strong: true, gap: 0.1 });
    paper.text('P', itemText(line));
  });
  doc.moveDown(0.6);
  paper.text('P', 'Please confirm the corrections in writing, or send us your reasons.');
  paper.text('P', `${by}, ${profile.name}`);
  paper.end();
  return bytes;
}

/** A letter about every disputed difference of a reconciliation. */
export async function disputeLetter(work: Work, id: string): Promise<{ name: string; content: Buffer }> {
  const detail = await reconciliationDetail(work, { id });
  const lines = await disputedLines(work, id);
  if (lines.length === 0) throw new Refusal('state', 'No difference is disputed. Choose Dispute for one first.');
  const what = detail.source === 'self_bill' ? 'Self bill' : 'Invoice';
  const content = await print({
    profile: await organizationProfile(work.tx),
    to: detail.carrier ?? detail.groupName ?? '',
    about: `${what} ${detail.reference}`.trim(),
    on: work.today,
    by: work.actor.name,
    lines,
  });
  work.note({ targetKind: 'reconciliation', targetId: id, itemCount: lines.length, fields: ['name', 'premium'] });
  return { name: `dispute-letter-${work.today}.pdf`, content };
}
