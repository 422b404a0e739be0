import { i18n } from './i18n.ts';

/**
 * Words that are made outside the pages, in the domain's tables or by the server, through Lingui: the English sentence
 * is the message's id. What a catalogue does not know stays as it is, letter for letter, since such words may hold a
 * file's name.
 */
export function words(text: string): string {
  const known = i18n.messages[text];
  return typeof known === 'string' ? known : text;
}

/** A table of labels that are looked up when they are read, so that they follow the language. */
export function throughLingui<Key extends string>(
  labels: Readonly<Record<Key, string>>,
): Readonly<Record<Key, string>> {
  const table = {} as Record<Key, string>;
  for (const key of Object.keys(labels) as Key[])
    Object.defineProperty(table, key, { enumerable: true, get: () => words(labels[key]) });
  return table;
}
