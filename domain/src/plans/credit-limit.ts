/** What a plan's carrier credits after a late notice: this many months, if the notice is later than so many days (case M9). */
export type CreditLimit = { readonly noticeDays: number; readonly creditMonths: number };
