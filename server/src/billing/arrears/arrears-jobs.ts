/** The nightly job of delinquency, also requested when a PDF is to be made (jobs/registry.ts). */
export const ARREARS = { name: 'arrears', schedule: '15 5 * * *' } as const;
