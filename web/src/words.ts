import { i18n } from './i18n.ts';

/**
 * Translates text from domain tables or the server with Lingui: the English sentence is the message ID. Unknown text is
 * unchanged, because it may contain a file's name.
 */
export function words(text: string): string {
  const known = i18n.messages[text];
  return typeof known === 'string' ? known : text;
}

/** A table of labels that are translated when read, so that they follow the language. */
export function throughLingui<Key extends string>(
  labels: Readonly<Record<Key, string>>,
): Readonly<Record<Key, string>> {
  const table = {} as Record<Key, string>;
  for (const key of Object.keys(labels) as Key[])
    Object.defineProperty(table, key, { enumerable: true, get: () => words(labels[key]) });
  return table;
}
