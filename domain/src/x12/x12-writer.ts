import type { Separators } from './separators.ts';

export const DEFAULT_SEPARATORS: Separators = { element: '*', component: ':', repetition: '^', segment: '~' };

/** What ISA and GS say of us and of the receiver; `now` is an instant (ISO 8601). */
export type EnvelopeHeader = {
  senderQualifier: string;
  senderId: string;
  receiverQualifier: string;
  receiverId: string;
  /** GS02 and GS03. */
  groupSender: string;
  groupReceiver: string;
  control: number;
  usage: string;
  now: string;
};

/**
 * A value of which no character can be taken for a separator: those and control characters become blanks, several
 * blanks one, and blanks around are cut.
 */
export function safeValue(text: string, separators: Separators): string {
  let risky = RISKY.get(separators);
  if (!risky) RISKY.set(separators, (risky = riskyIn(separators)));
  if (!risky.test(text)) return text.trim();
  return text.replace(new RegExp(risky.source, 'g'), ' ').replace(/ +/g, ' ').trim();
}

/** What makes a value need more than a look: a file has millions of values, and nearly all have none of it. */
const RISKY = new WeakMap<Separators, RegExp>();

function riskyIn({ element, component, repetition, segment }: Separators): RegExp {
  const escaped = [element, component, repetition, segment]
    .map((letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
  return new RegExp(`[${escaped}\\u0000-\\u001f\\u007f]|  `);
}

/**
 * Elements joined to one segment; empty elements at the end are left out, as the guides demand. Values are made safe.
 */
export function segmentText(separators: Separators, id: string, ...elements: (string | number | undefined)[]): string {
  const values = elements.map((value) => (value === undefined ? '' : safeValue(String(value), separators)));
  while (values.length > 0 && values.at(-1) === '') values.pop();
  return [id, ...values].join(separators.element);
}

const padded = (text: string, length: number): string => text.slice(0, length).padEnd(length, ' ');
/** Nine digits: ISA13 and IEA02. */
export const controlText = (control: number): string => String(control % 1_000_000_000).padStart(9, '0');

/** Segments as the bytes of a file: a line end after each terminator, except where the terminator is one. */
export function fileText({ segment }: Separators, segments: readonly string[]): string {
  const end = segment === '\n' || segment === '\r' ? segment : `${segment}\n`;
  return segments.map((text) => text + end).join('');
}

/** The day and time of an instant as X12 writes them. */
export const dayText = (now: string): string => now.slice(0, 10).replaceAll('-', '');
export const timeText = (now: string): string => now.slice(11, 16).replace(':', '');

/** ISA of exactly 106 characters: every element has its fixed length. */
function isaText(separators: Separators, header: EnvelopeHeader): string {
  const safe = (text: string): string => safeValue(text, separators);
  return [
    'ISA',
    '00',
    padded('', 10),
    '00',
    padded('', 10),
    padded(safe(header.senderQualifier) || 'ZZ', 2),
    padded(safe(header.senderId), 15),
    padded(safe(header.receiverQualifier) || 'ZZ', 2),
    padded(safe(header.receiverId), 15),
    dayText(header.now).slice(2),
    timeText(header.now),
    separators.repetition === ' ' ? 'U' : separators.repetition,
    '00501',
    controlText(header.control),
    '0',
    header.usage === 'T' ? 'T' : 'P',
    separators.component,
  ].join(separators.element);
}

/** One functional group around whole transaction sets (each from ST to SE). */
export function groupText(
  separators: Separators,
  header: EnvelopeHeader,
  code: string,
  guide: string,
  control: number,
  sets: readonly (readonly string[])[],
): string[] {
  return [
    segmentText(
      separators,
      'GS',
      code,
      header.groupSender,
      header.groupReceiver,
      dayText(header.now),
      timeText(header.now),
      control,
      'X',
      guide,
    ),
    ...sets.flat(),
    segmentText(separators, 'GE', sets.length, control),
  ];
}

/** ISA..IEA with true totals around segments of `groups` groups. */
export function interchangeText(
  separators: Separators,
  header: EnvelopeHeader,
  groups: number,
  segments: readonly string[],
): string[] {
  return [
    isaText(separators, header),
    ...segments,
    segmentText(separators, 'IEA', String(groups), controlText(header.control)),
  ];
}

/** ST..SE with the true number of segments. */
export function setText(
  separators: Separators,
  kind: string,
  control: number,
  guide: string,
  body: readonly string[],
): string[] {
  const number = String(control).padStart(4, '0');
  return [
    segmentText(separators, 'ST', kind, number, guide),
    ...body,
    segmentText(separators, 'SE', body.length + 2, number),
  ];
}
