import { expect, it } from 'vitest';
import { FILE_MESSAGES } from '@openbenefits/domain/files/messages/catalogue';
import * as labels from './domain-labels.ts';
import catalogue from './locales/en.po?raw';

/**
 * The domain's labels are ids of the catalogue, marked `js-lingui-explicit-id`, so that translators find them; a new
 * label needs its three lines there.
 */
it('every label of the domain and every message about files is in the catalogue', () => {
  const all = [
    ...new Set([
      ...Object.values(labels).flatMap((table) => Object.values(table)),
      ...Object.values(FILE_MESSAGES).map(({ text }) => text),
    ]),
  ];
  expect(all.filter((label) => !catalogue.includes(`\nmsgid ${JSON.stringify(label)}\n`))).toEqual([]);
});
