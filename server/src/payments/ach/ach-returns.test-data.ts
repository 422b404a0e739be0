/** A file of returns as the bank sends it, for entries of ours. */
export function returns(
  answers: { trace: string; rdfi: string; cents: number; code: string; corrected?: string }[],
): string {
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
    `101 121042882 0914006062611250800A094101${'OUR BANK'.padEnd(23)}${'FIRST BANK'.padEnd(23)}${' '.repeat(8)}`,
    `5200${'OPENBENEFITS'.padEnd(36)}1123456789${sec}${'RETURN'.padEnd(10)}      261125   1091400600000001`,
    ...lines,
    `8200${pad(count, 6)}${hash}${sum}${pad(0, 12)}1123456789${' '.repeat(25)}091400600000001`,
    `9000001000001${pad(count, 8)}${hash}${sum}${pad(0, 12)}${' '.repeat(39)}`,
  ].join('\n');
}
