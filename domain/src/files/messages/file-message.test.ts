import { describe, expect, it } from 'vitest';
import { type MessageToken, readTemplate } from '../../message-template.ts';
import { FILE_MESSAGES } from './catalogue.ts';
import { fileMessage, fileText, messageOf, severityOf, worded } from './file-message.ts';

const all = Object.entries(FILE_MESSAGES);

/** The parameters of a template, also those inside the branches of a plural. */
const namesIn = (tokens: readonly MessageToken[]): string[] =>
  tokens.flatMap((token) =>
    typeof token === 'string' ? [] : [token[0], ...Object.values(token[2] ?? {}).flatMap((branch) => namesIn(branch))],
  );

describe('the catalogue of messages about files', () => {
  it('has one text for each code', () => {
    const texts = all.map(([, { text }]) => text);
    expect(texts.filter((text, index) => texts.indexOf(text) !== index)).toEqual([]);
  });

  it.each(all)('%s reads as a message', (code, { text }) => {
    const names = [...new Set(namesIn(readTemplate(text)))];
    const params = Object.fromEntries(names.map((name) => [name, `<${name}>`]));
    const message = messageOf({ code: code as keyof typeof FILE_MESSAGES, params });
    expect(message.text).not.toMatch(/[{}]|undefined/);
    const plurals = readTemplate(text).flatMap((token) => (typeof token !== 'string' && token[2] ? [token[0]] : []));
    for (const name of names) if (!plurals.includes(name)) expect(message.text).toContain(`<${name}>`);
  });

  it.each(all)('%s is in plain words', (_, { text }) => {
    expect(text).not.toMatch(
      /\b(?:mend(?:ed|s)?|rehears\w*|whoever|whom|nobody|somebody|refused|stands?|told|goes on|of ours|enrolments?)\b/i,
    );
    expect(text.length).toBeLessThan(340);
  });
});

it('fills parameters, plurals and lists, and keeps what it was made of', () => {
  expect(fileText('hold_missing_title', { count: 1200, of: 1 })).toBe('1,200 of 1 person are missing from this file');
  expect(fileText('hold_sheets_text', { sheets: ['COBRA', 'Retirees'] })).toContain('Not read: COBRA, Retirees.');
  const message = fileMessage('plan_no_match', { plan: 'GOLD' });
  expect(message).toEqual({
    code: 'plan_no_match',
    params: { plan: 'GOLD' },
    text: 'Plan code GOLD doesn\u2019t match any plan.',
  });
  expect(worded(message)).toEqual({
    message: message.text,
    wording: { code: 'plan_no_match', params: { plan: 'GOLD' } },
  });
  expect(fileMessage('last_name_missing')).toBe(fileMessage('last_name_missing'));
  expect([severityOf('plan_no_match'), severityOf('same_bytes'), severityOf(undefined)]).toEqual([
    'error',
    'info',
    'warning',
  ]);
});
