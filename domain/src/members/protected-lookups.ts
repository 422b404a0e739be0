/**
 * Answers about protected values (SSN, birth date) that one person gets within an hour: reveals, searches by SSN and
 * refusals together (trust P23).
 */
export const LOOKUPS_PER_HOUR = 100;
/** From this number on compliance is alerted. */
export const LOOKUPS_BEFORE_ALERT = 50;
