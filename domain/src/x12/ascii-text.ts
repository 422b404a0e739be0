const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  Æ: 'AE',
  æ: 'ae',
  Ø: 'O',
  ø: 'o',
  Œ: 'OE',
  œ: 'oe',
  Ł: 'L',
  ł: 'l',
  Đ: 'D',
  đ: 'd',
  Þ: 'Th',
  þ: 'th',
  '’': "'",
  '‘': "'",
  '–': '-',
  '—': '-',
};

/** The guide's basic character set is ASCII: accents go, letters without a counterpart become a question mark. */
export function asciiText(text: string): string {
  if (/^[ -~]*$/.test(text)) return text;
  let plain = '';
  for (const letter of text.normalize('NFD').replace(/\p{M}/gu, ''))
    plain += letter <= '~' ? letter : (LETTERS[letter] ?? '?');
  return plain;
}
