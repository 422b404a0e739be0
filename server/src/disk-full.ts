/** Returns the code of an error of the operating system (errno(3)) or of the database (PostgreSQL, appendix A). */
export function codeOf(error: unknown): string {
  const { code } = (error instanceof Error ? error : {}) as { code?: unknown };
  return typeof code === 'string' ? code : '';
}

/**
 * Returns whether a disk has no room: the one of the server's files (ENOSPC, EDQUOT) or the one of the database
 * (53100).
 */
export const isDiskFull = (error: unknown): boolean => /^(ENOSPC|EDQUOT|53100)$/.test(codeOf(error));
