import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestServer, type Person, type TestServer } from '../testing/test-server.ts';
import { newGroup, peopleOf } from './corpus-run.ts';

/**
 * Answers of carriers (999), premium payments (820) and payments to a bank (NACHA), as they are and damaged: read, or
 * refused in words, and nobody comes in by them.
 */
let server: TestServer;
let dana: Person;
let group: Awaited<ReturnType<typeof newGroup>>;

beforeAll(async () => {
  server = await openTestServer();
  dana = await server.as('administrator');
  group = await newGroup(dana, 1);
});
afterAll(() => server.close());

const enveloped = (kind: string, guide: string, ...inside: string[]): string[] => [
  'ISA*00*          *00*          *ZZ*CARRIERONE     *ZZ*OPENBENEFITS   *261101*0930*^*00501*000000071*0*P*:',
  `GS*${kind}*CARRIERONE*OPENBENEFITS*20261101*0930*71*X*${guide}`,
  ...inside,
  'GE*1*71',
  'IEA*1*000000071',
];
const ANSWER = enveloped(
  'FA',
  '005010X231A1',
  'ST*999*0001*005010X231A1',
  'AK1*BE*17*005010X220A1',
  'AK2*834*0001*005010X220A1',
  'IK3*NM1*8*2100A*8',
  'IK4*9*67*7',
  'IK5*E*5',
  'AK9*E*1*1*1',
  'SE*8*0001',
);
const PAYMENT = enveloped(
  'RA',
  '005010X218',
  'ST*820*0001*005010X218',
  'BPR*C*1290*C*ACH*CCP*01*011000015*DA*100001*9876543210**01*011000028*DA*200002*20261101',
  'TRN*1*71001*9876543210',
  'N1*PE*CARRIER ONE*FI*123456789',
  'N1*PR*ABBOTT WORKS*FI*987654321',
  'ENT*1*2J*34*219450001',
  'NM1*EY*1*ABBOTT*ADA',
  'RMR*AZ*M100**645*645',
  'SE*9*0001',
);
const BANK = [
  `101 01100001512345678912611010930A094101${'CARRIER BANK'.padEnd(23)}${'ABBOTT WORKS'.padEnd(23)}`,
  `5225${'ABBOTT WORKS'.padEnd(36)}1234567891CCDPREMIUM   261101261101   1011000010000001`,
  `627011000028${'200002'.padEnd(17)}0000129000${'M100'.padEnd(15)}${'CARRIER ONE'.padEnd(22)}  0011000010000001`,
  `822500000100011000020000001290000000000000001234567891${' '.repeat(25)}011000010000001`,
  '9000001000001000000010001100002000000129000000000000000',
].map((line) => line.padEnd(94));

/** Ways in which such a file comes damaged, each with its bytes. */
function damaged(lines: readonly string[], end: string): [string, Buffer][] {
  const of = (some: readonly string[], last = end): string => some.map((line) => `${line}${last}`).join('');
  const text = of(lines);
  const ascii = (way: string, sent: string): [string, Buffer] => [way, Buffer.from(sent, 'latin1')];
  return [
    ascii('as it is', text),
    ...[0.1, 0.3, 0.5, 0.7, 0.9, 0.98].map((part) =>
      ascii(`cut at ${part}`, text.slice(0, Math.floor(text.length * part))),
    ),
    ...lines.map((line, at) =>
      ascii(`without ${line.slice(0, 8)} (${at})`, of(lines.filter((_, place) => place !== at))),
    ),
    ...lines.map((line, at) =>
      ascii(`twice ${line.slice(0, 8)} (${at})`, of([...lines.slice(0, at), line, ...lines.slice(at)])),
    ),
    ascii('with other separators', text.replaceAll('*', '|')),
    ascii('in lines', of(lines, '\n')),
    ascii('in lines of DOS', of(lines, `${end.trim()}\r\n`)),
    ascii('on one line', text.replaceAll('\n', '')),
    ascii('in small letters', text.toLowerCase()),
    ascii('twice', text + text),
    ascii('with wrong counts', text.replace(/\b(SE|GE|IEA|AK9\*E)\*\d+/g, '$1*7')),
    ascii('without its last line end', text.trimEnd()),
    ascii('in a mail', `From: carrier@example.test\r\nSubject: your file\r\n\r\n${text}`),
    ['with a mark', Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(text, 'latin1')])],
    ['in UTF-16', Buffer.from(`\ufeff${text}`, 'utf16le')],
  ];
}

/** What comes of a file: what it was taken for, or in which words it was refused. */
async function outcome(name: string, bytes: Buffer): Promise<string> {
  const sent = await server.upload(dana, name, bytes, group.cim);
  if (sent.status !== 204) return `${sent.status}: ${(JSON.parse(sent.message) as { message: string }).message}`;
  const { status, mode, errorMessage } = await server.finished(dana, sent.id);
  return status === 'error' ? `refused: ${errorMessage}` : `${status}: ${mode}`;
}

/** Eight at a time. */
async function outcomes(files: readonly [string, Buffer][], name: string): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  const queue = files.values();
  const work = async (): Promise<void> => {
    for (const [way, bytes] of queue) found.set(way, await outcome(name, bytes));
  };
  await Promise.all(Array.from({ length: 8 }, work));
  return found;
}

/** A refusal is a sentence. */
const WORDS = /^(422|refused): .{20,}\.$/;
const HARMLESS = ['as it is', 'twice', 'without its last line end', 'on one line', 'with a mark', 'in lines of DOS'];

describe.each([
  ['an answer of a carrier', ANSWER, '~\n', HARMLESS, 'completed: acknowledgement'],
  [
    'a premium payment',
    PAYMENT,
    '~\n',
    HARMLESS,
    'refused: This X12 file has premium payments (820), not enrollments (834). Send enrollments.',
  ],
  [
    'payments to a bank',
    BANK,
    '\n',
    ['as it is', 'twice', 'without its last line end', 'with a mark', 'in lines of DOS'],
    '422: This file is named ".edi" but it is a bank payment file (NACHA), not enrollments.',
  ],
])('%s', (_what, lines, end, harmless, whole) => {
  it('is taken for what it is, or refused in words, whatever became of it on its way; nobody comes in by it', async () => {
    const found = await outcomes(damaged(lines, end), 'file.edi');
    expect(harmless.map((way) => found.get(way))).toEqual(harmless.map(() => whole));
    expect(
      [...found].filter(([, came]) => came !== whole && came !== 'completed: acknowledgement' && !WORDS.test(came)),
    ).toEqual([]);
    expect(await peopleOf(server, group.id)).toEqual([]);
  });
});

it('an answer in small letters, in UTF-16 or in a mail is asked for as the carrier has sent it', async () => {
  const ways = ['in small letters', 'in UTF-16', 'in a mail'];
  const found = await outcomes(
    damaged(ANSWER, '~\n').filter(([way]) => ways.includes(way)),
    'file.edi',
  );
  for (const way of ways)
    expect(found.get(way)).toMatch(
      /refused: This file has an acknowledgement \(999\) that can’t be read\. It must start with ISA and be in uppercase, as carriers send it\. Upload it as received, without the email around it\./,
    );
});

it('an answer, or payments, that came before are said to have come in words that speak of no people', async () => {
  const remarksOf = async (lines: readonly string[], name: string): Promise<string[]> => {
    const bytes = `${lines.join('~\n')}~\n`.replaceAll('000000071', '000000072');
    await server.finished(dana, (await server.upload(dana, name, bytes, group.cim)).id);
    const { remarks } = await server.finished(dana, (await server.upload(dana, name, bytes, group.cim)).id);
    return remarks.map(({ text }) => text);
  };
  expect(await remarksOf(ANSWER, 'again.edi')).toEqual([
    'The same file was uploaded before. Reading an acknowledgement again changes nothing.',
  ]);
  expect(await remarksOf(PAYMENT, 'again.edi')).toEqual(['The same file was uploaded before.']);
});
