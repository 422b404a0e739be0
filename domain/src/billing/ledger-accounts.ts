/** The chart of accounts (money engine, section 4). Debits are positive cents, credits negative. */
export const LEDGER_ACCOUNTS = {
  '1000': 'Bank',
  '1010': 'ACH in transit',
  '1020': 'Undeposited, lockbox clearing',
  '1100': 'Premium receivable',
  '1110': 'Fees receivable',
  '2000': 'Unapplied cash',
  '2010': 'Credits on account',
  '2100': 'Refunds payable',
  '2110': 'Unclaimed refunds',
  '2200': 'Billed in advance',
  '2300': 'Due to carrier',
  '4000': 'Premium',
  '4010': 'Retro adjustments',
  '4020': 'Waivers',
  '4100': 'Fee income',
  '5000': 'Write-offs',
  '5010': 'Bank return charges',
} as const;
export type LedgerAccount = keyof typeof LEDGER_ACCOUNTS;
export const ACCOUNT_NUMBERS = Object.keys(LEDGER_ACCOUNTS) as LedgerAccount[];
