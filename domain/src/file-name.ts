/**
 * A file's name as it is shown, stored and sent: without signs that nobody sees. Control characters may end a header or
 * a line; marks that turn the direction of what follows let a name end in another way than it seems to.
 */
export const shownFileName = (name: string): string => name.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, '');
