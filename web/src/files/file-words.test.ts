import { fileMessage, type FileMessage } from '@openbenefits/domain/files/messages/file-message';
import { afterEach, expect, it } from 'vitest';
import { i18n } from '../i18n.ts';
import { allFileWords, fileWords, rowWords } from './file-words.ts';

const shown = ({ code, params, text }: FileMessage) => ({
  code,
  severity: 'warning' as const,
  params: { ...params } as Record<string, string>,
  text,
});

/** A small catalogue of another language: the ids are the English templates. */
const SPANISH = {
  Medical: 'M\u00e9dico',
  '{line}: the first day of coverage (348) is missing. Send it.': '{line}: falta el primer d\u00eda (348).',
  '{count, plural, one {# member} other {# members}} would get another name':
    '{count, plural, one {# miembro cambiar\u00eda} other {# miembros cambiar\u00edan}} de nombre',
  'The last name is missing. Enter it.': 'Falta el apellido.',
};

afterEach(() => {
  i18n.loadAndActivate({ locale: 'en', messages: {} });
});

it('shows a message of a translated catalogue with its parameters', () => {
  i18n.loadAndActivate({ locale: 'es', messages: SPANISH });
  const missing = shown(fileMessage('start_is_missing', { line: 'Medical' }));
  expect(fileWords(missing)).toBe('M\u00e9dico: falta el primer d\u00eda (348).');
  expect(fileWords(shown(fileMessage('hold_identity_title', { count: 2 })))).toBe(
    '2 miembros cambiar\u00edan de nombre',
  );
  expect(fileWords(shown(fileMessage('hold_identity_title', { count: 1 })))).toBe('1 miembro cambiar\u00eda de nombre');
  expect(allFileWords([missing, shown(fileMessage('last_name_missing'))])).toBe(
    'M\u00e9dico: falta el primer d\u00eda (348). Falta el apellido.',
  );
  expect(rowWords(`Dental ends 10/31/2026; ${missing.text}`, [missing])).toBe(
    'Dental ends 10/31/2026; M\u00e9dico: falta el primer d\u00eda (348).',
  );
});

it('shows what is not translated, and texts from before the catalogue, as the server has written them', () => {
  i18n.loadAndActivate({ locale: 'es', messages: SPANISH });
  const message = shown(fileMessage('text_too_long', { field: 'City', most: 200 }));
  expect(fileWords(message)).toBe('City is longer than 200 characters. Shorten it.');
  expect(fileWords({ code: null, severity: 'warning', params: {}, text: 'An old text' })).toBe('An old text');
  expect(fileWords({ code: 'of_a_later_version', severity: 'warning', params: {}, text: 'A new text' })).toBe(
    'A new text',
  );
});
