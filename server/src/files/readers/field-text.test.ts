import { describe, expect, it } from 'vitest';
import { encodedOnce, FieldText, lettersOf } from './field-text.ts';

it.each([
  ['MÃ¼ller', 'Müller'],
  ['NÃºÃ±ez', 'Núñez'],
  ['Oâ€™Brien', 'O’Brien'],
  ['Å\u0081ukasz', 'Łukasz'],
  ['Müller', undefined],
  ['JOÃO', undefined],
  ['SÃO PAULO', undefined],
  ['Łukasz Ã¼', undefined],
])('%s was meant as %s', (text, meant) => {
  expect(encodedOnce(text)).toBe(meant);
});

it('says of a file that some were encoded twice', () => {
  const fields = new FieldText();
  expect([fields.decode(Buffer.from('Zoë').toString('latin1')), fields.wasTwice]).toEqual(['Zoë', false]);
  expect([fields.decode(Buffer.from('ZoÃ«').toString('latin1')), fields.wasTwice]).toEqual(['Zoë', true]);
});

const bytes = (...parts: (string | number)[]): string =>
  parts.map((part) => (typeof part === 'number' ? String.fromCharCode(part) : part)).join('');

describe('letters that are not UTF-8', () => {
  it.each([
    ['ü of Windows', bytes('M', 0xfc, 'ller'), 'windows-1252', 'Müller'],
    ['ü of DOS', bytes('M', 0x81, 'ller'), 'cp850', 'Müller'],
    ['ü of an old Mac', bytes('M', 0x9f, 'ller'), 'macintosh', 'Müller'],
    ['ñ of Windows', bytes('Mu', 0xf1, 'oz'), 'windows-1252', 'Muñoz'],
    ['ñ of DOS', bytes('Mu', 0xa4, 'oz'), 'cp850', 'Muñoz'],
    ['ñ of an old Mac, of which nothing is certain', bytes('Mu', 0x96, 'oz'), 'windows-1252', 'Mu–oz'],
    ['an apostrophe of Windows', bytes('O', 0x92, 'Brien'), 'windows-1252', 'O’Brien'],
    ['a fixed blank of Windows', bytes('Mary', 0xa0, 'ann'), 'windows-1252', 'Mary\u00a0ann'],
    [
      'signs of money and questions',
      bytes('5', 0xa2, ' or ', 0xa3, '5, ', 0xa1, 'si!'),
      'windows-1252',
      '5¢ or £5, ¡si!',
    ],
    ['both, as files that were put together', bytes('P', 0x82, 'rez, Mu', 0xf1, 'oz'), 'windows-1252', 'P‚rez, Muñoz'],
  ] as const)('%s', (_, text, letters, read) => {
    expect(lettersOf(text)).toBe(letters);
    expect(new FieldText(letters).decode(text)).toBe(read);
  });
});
