/**
 * Limits of protected lookups (SSN, birth date) per user and hour: reveals, SSN searches and rejections together (trust
 * P23).
 */
export const LOOKUPS_PER_HOUR = 100;
/** From this number on compliance is alerted. */
export const LOOKUPS_BEFORE_ALERT = 50;
