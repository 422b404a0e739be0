import { ownValue } from '@openbenefits/domain/own-value';
/** What every mail shows: whose it is and where its links lead. */
export type MailFrame = { organization: string; address: string };
export type RenderedMail = { subject: string; text: string; html: string };
type MailBody = { subject: string; paragraphs: readonly string[]; link?: { label: string; path: string } };

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => ownValue(ENTITIES, sign) ?? sign);

/** Reduces text to one line, so that a line break cannot start another header. */
const oneLine = (text: string): string => text.replace(/[\p{Cc}\s]+/gu, ' ').trim();

const FONT = "font-family: -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif";

/** Renders a mail as text and as HTML with the same wording. */
export function renderLayout(
  { organization, address }: MailFrame,
  { subject, paragraphs, link }: MailBody,
): RenderedMail {
  const url = link && new URL(link.path, address).toString();
  const footer = `Sent by ${oneLine(organization)}. Replies to this mail are not read.`;
  const text = [...paragraphs, ...(link ? [`${link.label}: ${url}`] : []), footer].join('\n\n');
  const html = [
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escaped(oneLine(subject))}</title></head>`,
    `<body style="margin: 0; padding: 24px; ${FONT}; font-size: 15px; line-height: 1.5; color: #1f2328">`,
    `<p style="margin: 0 0 24px; font-weight: 600">${escaped(oneLine(organization))}</p>`,
    ...paragraphs.map((paragraph) => `<p style="margin: 0 0 16px">${escaped(paragraph)}</p>`),
    ...(link && url ? [`<p style="margin: 0 0 16px"><a href="${escaped(url)}">${escaped(link.label)}</a></p>`] : []),
    `<p style="margin: 32px 0 0; font-size: 13px; color: #59636e">${escaped(footer)}</p>`,
    '</body></html>',
  ].join('\n');
  return { subject: oneLine(subject), text: `${text}\n`, html };
}
