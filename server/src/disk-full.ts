/** Returns the code of an error of the operating system (errno(3)) or of the database (PostgreSQL, appendix A). */
export function codeOf(error: unknown): string {
  const { code } = (error instanceof Error ? error : {}) as { code?: unknown };
  return typeof code === 'string' ? code : '';
}

/** Returns whether a disk is full: the server's (ENOSPC, EDQUOT) or the database's (53100). */
export const isDiskFull = (error: unknown): boolean => /^(ENOSPC|EDQUOT|53100)$/.test(codeOf(error));
