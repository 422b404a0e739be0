import { fileText } from '../messages/file-message.ts';
import type { EnvelopeHeader } from '../../x12/x12-writer.ts';
import { controlText, dayText, timeText } from '../../x12/x12-writer.ts';

export const DEFAULT_FILE_NAME = '834-{control}.edi';

/**
 * What a carrier's file name may be put together from: control number, day and time as in ISA, kind, usage, and who
 * sends and receives.
 */
export const FILE_NAME_PARTS = ['control', 'date', 'time', 'mode', 'usage', 'sender', 'receiver'] as const;
type Part = (typeof FILE_NAME_PARTS)[number];

const PART = /\{([^{}]*)\}/g;
const isPart = (name: string): name is Part => FILE_NAME_PARTS.some((part) => part === name);

/** What is wrong with a pattern, in words; undefined where nothing is. Servers of carriers take plain names only. */
export function fileNameProblem(pattern: string): string | undefined {
  const unknown = [...pattern.matchAll(PART)].map(([, name = '']) => name).find((name) => !isPart(name));
  if (unknown !== undefined)
    return fileText('name_part_unknown', {
      part: unknown,
      parts: FILE_NAME_PARTS.map((part) => `{${part}}`).join(', '),
    });
  const rest = pattern.replace(PART, '');
  if (!/^[\w.-]*$/.test(rest)) return fileText('name_signs');
  if (/^[.-]/.test(pattern)) return fileText('name_start');
  return pattern.includes('{control}') || pattern.includes('{time}')
    ? undefined
    : fileText('name_not_unique', { control: '{control}', time: '{time}' });
}

/** The name of a carrier's file. What an ID has beside letters and digits is left out. */
export function carrierFileName(
  pattern: string,
  { control, now, usage, senderId, receiverId }: EnvelopeHeader,
  mode: 'full' | 'change',
): string {
  const plain = (id: string): string => id.replace(/\W/g, '');
  const parts: Readonly<Record<Part, string>> = {
    control: controlText(control),
    date: dayText(now),
    time: timeText(now),
    mode: mode === 'full' ? 'FULL' : 'CHANGE',
    usage,
    sender: plain(senderId),
    receiver: plain(receiverId),
  };
  return pattern.replace(PART, (_, name: Part) => parts[name]);
}
