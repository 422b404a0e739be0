import path from 'node:path';
import { inRepository, orderViolation } from './feature-order.ts';
import { tableOfName, writeViolation, writtenIn } from './table-owners.ts';

/** The parts of a syntax tree that the rules look at (ESTree). */
type Node = {
  readonly type: string;
  readonly value?: unknown;
  readonly source?: Node | null;
  readonly callee?: Node;
  readonly property?: Node & { readonly name?: string };
  readonly arguments?: readonly Node[];
};
type Template = Node & { readonly value: { readonly raw: string } };
type Context = {
  readonly filename: string;
  report(problem: { readonly node: Node; readonly message: string }): void;
};

const textOf = (node: Node | null | undefined): string | undefined =>
  node && typeof node.value === 'string' ? node.value : undefined;

/** Returns the file that an import names, from its package on. */
const importedBy = (filename: string, specifier: string): string | undefined =>
  specifier.startsWith('.') ? inRepository(path.posix.join(path.posix.dirname(filename), specifier)) : undefined;

const featureOrder = {
  create(context: Context) {
    const filename = context.filename.replaceAll('\\', '/');
    const file = inRepository(filename);
    if (file === undefined) return {};
    const check = (node: Node): void => {
      const specifier = textOf(node.source);
      const imported = specifier === undefined ? undefined : importedBy(filename, specifier);
      const message = imported === undefined ? undefined : orderViolation(file, imported);
      if (message) context.report({ node, message });
    };
    return {
      ImportDeclaration: check,
      ImportExpression: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
      TSImportType: check,
    };
  },
};

const KYSELY_WRITES: ReadonlySet<string> = new Set(['insertInto', 'updateTable', 'deleteFrom', 'mergeInto']);

const ownTables = {
  create(context: Context) {
    const file = inRepository(context.filename);
    if (!file?.startsWith('server/src/')) return {};
    const check = (node: Node, tables: readonly string[]): void => {
      for (const table of tables) {
        const message = writeViolation(file, table);
        if (message) context.report({ node, message });
      }
    };
    return {
      TemplateElement: (node: Template) => check(node, writtenIn(node.value.raw)),
      Literal: (node: Node) => check(node, writtenIn(textOf(node) ?? '')),
      CallExpression(node: Node) {
        const name = textOf(node.arguments?.[0]);
        if (name !== undefined && KYSELY_WRITES.has(node.callee?.property?.name ?? ''))
          check(node, [tableOfName(name)]);
      },
    };
  },
};

const DATE_STEPS: ReadonlySet<string> = new Set([
  'addDays',
  'addMonths',
  'firstOfNextMonth',
  'nextBankingDay',
  'previousBankingDay',
]);

const UNCOUNTED_LOOP = 'ForStatement:not([update.type="UpdateExpression"], [update.right.type="Literal"])';

/** A loop that steps through dates by its own condition can run forever: `dateSeries` bounds it. */
const boundedDates = {
  create(context: Context) {
    const file = inRepository(context.filename);
    if (!/^(domain|server)\/src\//.test(file ?? '') || file?.endsWith('.test.ts')) return {};
    let loops = 0;
    const enter = (): void => void loops++;
    const exit = (): void => void loops--;
    return {
      WhileStatement: enter,
      'WhileStatement:exit': exit,
      DoWhileStatement: enter,
      'DoWhileStatement:exit': exit,
      // A loop that counts by a number ends.
      [UNCOUNTED_LOOP]: enter,
      [`${UNCOUNTED_LOOP}:exit`]: exit,
      CallExpression(node: Node & { readonly callee?: Node & { readonly name?: string } }) {
        if (loops > 0 && DATE_STEPS.has(node.callee?.name ?? ''))
          context.report({ node, message: 'Loop over dates with dateSeries or firstDate, which end.' });
      },
    };
  },
};

/** Rules of ARCHITECTURE.md that oxlint has no rule for. */
export default {
  meta: { name: 'architecture' },
  rules: { 'feature-order': featureOrder, 'own-tables': ownTables, 'bounded-dates': boundedDates },
};
