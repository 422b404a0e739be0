/**
 * Rule 4 of ARCHITECTURE.md: a feature imports only features to its left, within its package. Everything not listed
 * here (files at the package root, `db`, `jobs`, `ui`) is a root noun and imports no feature.
 */
const FEATURE_ORDER = [
  'admin',
  'plans',
  'coverage',
  'groups',
  'members',
  'changes',
  'payments',
  'billing',
  'requests',
  'files',
  'hr',
  'cases',
  'search',
  'dashboard',
  'exports',
  'home',
] as const;

/** In the pages, the history list and the export menu are parts that every feature shows: root nouns. */
const NOUNS_OF_WEB: ReadonlySet<string> = new Set(['changes', 'exports']);

/** The places that put features together; a name that ends in a slash is a folder. Tests are free as well. */
const COMPOSITION_POINTS: readonly string[] = [
  'server/src/app.ts',
  'server/src/approval-features.ts',
  'server/src/change-features.ts',
  'server/src/jobs/registry.ts',
  'server/src/jobs/settling.ts',
  'server/src/router.ts',
  'server/src/sample-history/',
  'server/src/server.ts',
  'server/src/testing/',
  'server/src/trust/',
  'web/src/GroupPage.tsx',
  'web/src/RateCalculatorPage.tsx',
  'web/src/routes.tsx',
];

export const isNamedIn = (names: readonly string[], file: string): boolean =>
  names.some((name) => (name.endsWith('/') ? file.startsWith(name) : file === name));
export const isTest = (file: string): boolean => /\.test\.tsx?$/.test(file);

/** Returns a path from the name of its package on: `server/src/groups/access.operations.ts`. */
export const inRepository = (path: string): string | undefined =>
  /(?:^|\/)((?:domain|contract|server|web)\/src\/.+)$/.exec(path.replaceAll('\\', '/'))?.[1];

/** Returns the package and the position of the feature; -1 is a root noun. */
function placeOf(file: string): { package: string; feature: string; position: number } {
  const [name = '', , folder = '', ...rest] = file.split('/');
  const feature = rest.length > 0 ? folder : '';
  const isNoun = name === 'web' && NOUNS_OF_WEB.has(feature);
  return { package: name, feature, position: isNoun ? -1 : (FEATURE_ORDER as readonly string[]).indexOf(feature) };
}

/** Returns why a file must not import another; undefined if it may. Both are named from their packages on. */
export function orderViolation(file: string, imported: string): string | undefined {
  const [from, to] = [placeOf(file), placeOf(imported)];
  // What may be imported from another package is rule 1.
  if (from.package !== to.package || to.position <= from.position || isTest(file)) return undefined;
  if (isNamedIn(COMPOSITION_POINTS, file)) return undefined;
  return from.position < 0
    ? `A root noun imports no feature, and this imports "${to.feature}" (rule 4, lint/feature-order.ts).`
    : `"${from.feature}" is left of "${to.feature}" and must not import it (rule 4, lint/feature-order.ts).`;
}
