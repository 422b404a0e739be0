/**
 * Whether what a file failed for is mended by choosing its group. The reader says so with its last words ('… Choose the group and try again.'), also of a
 * group that does not exist here; a damaged file without a group stays damaged whatever is chosen.
 */
export const wantsGroup = (errorMessage: string | null): boolean => /Choose the group( it belongs to)? and try again\.$/.test(errorMessage ?? '');
