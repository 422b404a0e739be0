import { calendarDateFrom } from '@openbenefits/domain/calendar-date';
import { REFUSAL_REASON } from '@openbenefits/domain/files/census/headings/columns';
import { asOpen } from '@openbenefits/domain/files/of-other-rows';
import { wordsNamedIn } from '@openbenefits/domain/files/unknown-word';
import type { SenderMapping } from '@openbenefits/domain/files/census/mapping';
import type { RefusedListRow } from './refused-list.ts';
import { apartIn, asGiven, asSent } from '../readers/xml/said-around.ts';
import { RefusedXml } from './refused-xml.ts';

const asBytes = (text: string): string => Buffer.from(text, 'utf8').toString('latin1');
/** What we have written into a file before, should it be refused again. */
const OUR_COMMENTS = /<!-- Refusal reason: [^]*? -->\n?/g;
const PREFIX = /<([\w.-]+):|\s([\w.-]+):[\w.-]+\s*=/g;

/**
 * The names before a colon that the people use, declared: what they stood for was said at the head of the file, which
 * is not here.
 */
function declarationsOf(elements: readonly string[]): string {
  const prefixes = new Set(
    elements.flatMap((element) =>
      [...element.matchAll(PREFIX)].map(([, ofName, ofAttribute]) => ofName ?? ofAttribute ?? ''),
    ),
  );
  return [...prefixes]
    .filter((prefix) => !prefix.startsWith('xml'))
    .map((prefix) => ` xmlns:${prefix}="urn:refused-rows:${prefix}"`)
    .join('');
}

const commentOf = (reason: string): string =>
  `<!-- ${REFUSAL_REASON}: ${asBytes(reason.replaceAll('--', '- -'))} -->\n`;
/** Persons nested in a person come right after it. */
const FAMILY_AT_MOST = 200;

/**
 * The refused people as an XML of their own, each with the reason in a comment before the element; a reader passes
 * comments over. Who stands in the element of somebody else who was refused stays there, as mended as they are; who
 * stood in the element of an employee who was taken says to which family they belong. `head`: the file's list of plans.
 * All of it reads so by the sender's own mapping. Bytes as characters, as the readers keep them.
 */
export async function xmlOf(head: string, rows: readonly RefusedListRow[], mapping: SenderMapping): Promise<string> {
  const reasons = rows.map(({ reason, isOpen }) => commentOf(isOpen ? asOpen(reason) : reason));
  const elements: (string | undefined)[] = rows.map(({ raw }) => raw.replace(OUR_COMMENTS, ''));
  const own = rows.map(({ sent }) => asSent(sent));
  for (let index = rows.length - 1; index > 0; index -= 1) {
    const sent = own[index] ?? '';
    // What is written anew about somebody, for a coverage that stood apart, is an element of its own.
    const isAround = (text: string): boolean =>
      text.includes(sent) && (text !== sent || apartIn(rows[index]?.sent ?? '').length === 0);
    const first = Math.max(0, index - FAMILY_AT_MOST);
    const above = sent === '' ? -1 : own.slice(first, index).findLastIndex(isAround);
    if (above < 0) continue;
    const around = first + above;
    // Who shares an element has been written into it already.
    if (own[around] === sent) reasons[around] = `${reasons[around]}${reasons[index]}`;
    else
      elements[around] = elements[around]?.replace(
        sent.replace(OUR_COMMENTS, ''),
        () => `${reasons[index]}${asGiven(elements[index] ?? '')}`,
      );
    elements[index] = undefined;
  }
  const people = new RefusedXml([], mapping, calendarDateFrom('2000-01-01'), { head });
  const written = await Promise.all(
    rows.map(async ({ family, familyByPlace, reason }, index) => {
      const element = elements[index];
      const unknown = wordsNamedIn(reason).find(({ kind }) => kind === 'relationship')?.word;
      return element === undefined
        ? []
        : [`${reasons[index]}${await people.inFamily(element, familyByPlace ? family : null, unknown)}`];
    }),
  );
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<Census${declarationsOf(elements.filter((element) => element !== undefined))}>`,
    ...(head === '' ? [] : [asBytes(head)]),
    ...written.flat(),
    '</Census>',
    '',
  ].join('\n');
}
