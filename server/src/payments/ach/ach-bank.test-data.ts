import { expect } from 'vitest';

const batchBefore = (lines: readonly string[], index: number): string =>
  lines.slice(0, index).findLast((line) => line.startsWith('5')) ?? '';

/** The text of the addenda records after an entry, as they are. */
function addendaAfter(lines: readonly string[], index: number): string {
  const end = lines.findIndex((line, at) => at > index && !line.startsWith('7'));
  const records = lines.slice(index + 1, end);
  expect(records.map((line) => Number(line.slice(83, 87)))).toEqual(records.map((_, place) => place + 1));
  return records
    .map((line) => line.slice(3, 83))
    .join('')
    .trimEnd();
}

/** A reader of its own, by the columns of the rules: what a bank would see. */
export function readFileForBank(text: string) {
  const lines = text.trimEnd().split('\n');
  expect(lines.every((line) => line.length === 94)).toBe(true);
  expect(lines.length % 10).toBe(0);
  const entries = lines.flatMap((line, index) =>
    line.startsWith('6')
      ? [
          {
            sec: batchBefore(lines, index).slice(50, 53),
            code: line.slice(1, 3),
            rdfi: line.slice(3, 11),
            cents: Number(line.slice(29, 39)),
            trace: line.slice(79, 94),
            batch: batchBefore(lines, index).slice(53, 63).trim(),
            addenda: addendaAfter(lines, index),
          },
        ]
      : [],
  );
  const control = lines.find((line) => line.startsWith('9') && !/^9{94}$/.test(line)) ?? '';
  expect(control.slice(21, 31)).toBe(
    String(entries.reduce((sum, { rdfi }) => sum + Number(rdfi), 0) % 10_000_000_000).padStart(10, '0'),
  );
  const sum = (debits: boolean) =>
    entries.reduce((total, { code, cents }) => (Number(code[1]) >= 5 === debits ? total + cents : total), 0);
  expect([Number(control.slice(31, 43)), Number(control.slice(43, 55))]).toEqual([sum(true), sum(false)]);
  // Each control record counts entries and addenda (columns 5 to 10 of a batch, 14 to 21 of the file).
  const counted = lines.filter((line) => line.startsWith('6') || line.startsWith('7')).length;
  expect(Number(control.slice(13, 21))).toBe(counted);
  return { classes: lines.filter((line) => line.startsWith('5')).map((line) => line.slice(1, 4)), entries };
}

/** A file of returns as the bank makes it on a day (YYYY-MM-DD), for entries of ours. */
export function returnsOfBank(
  answers: { trace: string; rdfi: string; cents: number; code: string; corrected?: string }[],
  on: string,
): string {
  const day = on.slice(2).replaceAll('-', '');
  const pad = (text: string | number, width: number) => String(text).padStart(width, '0');
  const lines = answers.flatMap(({ trace, rdfi, cents, code, corrected }, index) => [
    `626091400606${'123456789'.padEnd(17)}${pad(cents, 10)}${'CIM'.padEnd(15)}${'KESTREL'.padEnd(22)}  109140060${pad(index + 1, 7)}`,
    corrected === undefined
      ? `799${code}${trace}      ${rdfi}${' '.repeat(44)}09140060${pad(index + 1, 7)}`
      : `798${code}${trace}      ${rdfi}${corrected.padEnd(29)}${' '.repeat(15)}09140060${pad(index + 1, 7)}`,
  ]);
  const hash = pad((9140060 * answers.length) % 10_000_000_000, 10);
  const sum = pad(
    answers.reduce((total, { cents }) => total + cents, 0),
    12,
  );
  const count = answers.length * 2;
  const sec = answers[0]?.corrected === undefined ? 'CCD' : 'COR';
  return [
    `101 121042882 091400606${day}0800A094101${'OUR BANK'.padEnd(23)}${'FIRST BANK'.padEnd(23)}${' '.repeat(8)}`,
    `5200${'OPENBENEFITS'.padEnd(36)}1123456789${sec}${'RETURN'.padEnd(10)}      ${day}   1091400600000001`,
    ...lines,
    `8200${pad(count, 6)}${hash}${sum}${pad(0, 12)}1123456789${' '.repeat(25)}091400600000001`,
    `9000001000001${pad(count, 8)}${hash}${sum}${pad(0, 12)}${' '.repeat(39)}`,
  ].join('\n');
}

/** Where the money goes, as settings; a fee for returns from a notice on. */
export const OUR_BANK = {
  bankName: 'Our Bank',
  routing: '121042882',
  originId: '1123456789',
  companyName: 'OpenBenefits',
  companyId: '1123456789',
  isBalanced: false,
  settlementKind: 'checking',
  settlementAccount: '9000111',
  cutOff: '17:00',
  returnFee: 25_00,
  feeNoticeOn: '2026-01-01',
} as const;
