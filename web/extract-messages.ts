import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { FILE_MESSAGES } from '../domain/src/files/messages/catalogue.ts';
import { PRICE_MESSAGES } from '../domain/src/plans/price-messages.ts';
import * as labels from './src/domain-labels.ts';

/**
 * Brings the message catalogue up to date: `node web/extract-messages.ts`. Lingui finds the messages of the pages. The
 * labels of the domain, the messages about files and the texts of prices are ids that it does not see, so they are added after it.
 */
const catalogue = path.join(import.meta.dirname, 'src/locales/en.po');
const { status } = spawnSync(process.execPath, ['../node_modules/@lingui/cli/dist/lingui.js', 'extract', '--clean'], {
  cwd: import.meta.dirname,
  stdio: 'inherit',
});
if (status !== 0) process.exit(status ?? 1);
const text = readFileSync(catalogue, 'utf8').trimEnd();
const all = [
  ...new Set([
    ...Object.values(labels).flatMap((table) => Object.values(table)),
    ...Object.values(FILE_MESSAGES).map(({ text: template }) => template),
    ...Object.values(PRICE_MESSAGES),
  ]),
];
const missing = all.filter((label) => !text.includes(`\nmsgid ${JSON.stringify(label)}\n`));
writeFileSync(
  catalogue,
  `${text}\n${missing.map((label) => `\n#. js-lingui-explicit-id\nmsgid ${JSON.stringify(label)}\nmsgstr ${JSON.stringify(label)}\n`).join('')}`,
);
