/** Returns a table's own entry for a text from outside: "constructor" or "__proto__" finds nothing. */
export const ownValue = <T>(table: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined;
