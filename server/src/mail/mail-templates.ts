import { type MailFrame, renderLayout, type RenderedMail } from './mail-layout.ts';

/**
 * Mails leave the house unencrypted: no protected health information, no member's name, no attachment (45 CFR
 * 164.312(e)).
 */
export const TEMPLATES = {
  protected_lookups: ({ person, lookups }: { person: string; lookups: number }, frame: MailFrame): RenderedMail =>
    renderLayout(frame, {
      subject: 'Many lookups of protected values',
      paragraphs: [
        `${person} looked up ${lookups} or more SSNs or birth dates within an hour.`,
        'Review the audit log.',
      ],
      link: { label: 'Open the audit log', path: '/admin/audit' },
    }),
  bill: (
    { number, groupName, period, bill }: { number: string; groupName: string; period: string; bill: string },
    frame: MailFrame,
  ): RenderedMail =>
    renderLayout(frame, {
      subject: `Bill ${number} of ${groupName}`,
      paragraphs: [`The bill of ${groupName} for ${period} is ready.`, 'Sign in to see and download it.'],
      link: { label: 'Open the bill', path: `/billing?bill=${bill}` },
    }),
  debit_notice: (
    { groupName, day, group }: { groupName: string; day: string; group: string },
    frame: MailFrame,
  ): RenderedMail =>
    renderLayout(frame, {
      subject: `Payment of ${groupName} on ${day}`,
      paragraphs: [`The recurring payment of ${groupName} is debited on ${day}.`, 'Sign in to see what is due.'],
      link: { label: 'Open the bills', path: `/billing?group=${group}` },
    }),
  arrears: (
    { kind, groupName, number, due, owed, lastGraceDay, coverageEnd, bill }: ArrearsMail,
    frame: MailFrame,
  ): RenderedMail =>
    renderLayout(frame, {
      subject: kind === 'letter' ? `Past due premium of ${groupName}` : `Reminder: bill ${number} of ${groupName}`,
      paragraphs: [
        `Bill ${number} of ${groupName} was due on ${due}. ${owed} of its premium is past due.`,
        ...(kind === 'letter' && lastGraceDay !== null && coverageEnd !== null
          ? [
              `The grace period ends on ${lastGraceDay}. If the premium is not paid by then, coverage ends on ${coverageEnd}.`,
            ]
          : []),
        'If you have paid, please disregard this message. Sign in to see the bill and to pay it.',
      ],
      link: { label: 'Open the bill', path: `/billing?bill=${bill}` },
    }),
  statement: (
    {
      groupName,
      group,
      from,
      to,
      period,
    }: { groupName: string; group: string; from: string; to: string; period: string },
    frame: MailFrame,
  ): RenderedMail =>
    renderLayout(frame, {
      subject: `Statement of ${groupName}`,
      paragraphs: [`The statement of ${groupName} for ${period} is ready.`, 'Sign in to see and download it.'],
      link: { label: 'Open the statement', path: `/billing/aging?group=${group}&from=${from}&to=${to}` },
    }),
} as const;

/** A reminder or a letter about past due premium; dates and amounts are as they are written. */
type ArrearsMail = {
  kind: 'reminder' | 'letter';
  groupName: string;
  number: string;
  due: string;
  owed: string;
  lastGraceDay: string | null;
  coverageEnd: string | null;
  bill: string;
};

export type Template = keyof typeof TEMPLATES;
export type TemplateData<T extends Template> = Parameters<(typeof TEMPLATES)[T]>[0];

/** Renders a template with the data that were stored with it. */
export function renderTemplate<T extends Template>(template: T, data: TemplateData<T>, frame: MailFrame): RenderedMail {
  const render = TEMPLATES[template] as (data: TemplateData<T>, frame: MailFrame) => RenderedMail;
  return render(data, frame);
}
