/** The states of a payment (specification 2, section 4), with those of money that went back or was entered wrongly. */
export const PAYMENT_STATUSES = ['pending', 'processing', 'completed', 'failed', 'returned', 'void'] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

export const PAYMENT_STATUS_LABEL: Readonly<Record<PaymentStatus, string>> = {
  pending: 'Pending',
  processing: 'Processing',
  completed: 'Completed',
  failed: 'Failed',
  returned: 'Returned',
  void: 'Void',
};

export const PAYMENT_KINDS = ['monthly_premium', 'ichra_payment'] as const;
export type PaymentKind = (typeof PAYMENT_KINDS)[number];

export const PAYMENT_KIND_LABEL: Readonly<Record<PaymentKind, string>> = {
  monthly_premium: 'Monthly Premium',
  ichra_payment: 'ICHRA Payment',
};

/** Where a payment came from. */
export const PAYMENT_SOURCES = ['entered', 'online', 'recurring', 'lockbox', 'bank_statement', 'remittance'] as const;
export type PaymentSource = (typeof PAYMENT_SOURCES)[number];

export const PAYMENT_SOURCE_LABEL: Readonly<Record<PaymentSource, string>> = {
  entered: 'Entered',
  online: 'Pay Online',
  recurring: 'Recurring payment',
  lockbox: 'Lockbox file',
  bank_statement: 'Bank statement',
  remittance: '820 file',
};

/** Sources whose payments may arrive without a group. */
export const FROM_FILES: ReadonlySet<PaymentSource> = new Set(['lockbox', 'bank_statement', 'remittance']);
