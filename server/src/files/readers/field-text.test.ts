import { expect, it } from 'vitest';
import { encodedOnce, FieldText } from './field-text.ts';

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
