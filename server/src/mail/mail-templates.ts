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
} as const;

export type Template = keyof typeof TEMPLATES;
export type TemplateData<T extends Template> = Parameters<(typeof TEMPLATES)[T]>[0];

/** Renders a template with the data that were stored with it. */
export function renderTemplate<T extends Template>(template: T, data: TemplateData<T>, frame: MailFrame): RenderedMail {
  const render = TEMPLATES[template] as (data: TemplateData<T>, frame: MailFrame) => RenderedMail;
  return render(data, frame);
}
