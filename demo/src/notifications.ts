export type DemoNotification = {
  readonly severity: 'warning' | 'success' | 'error';
  readonly title: string;
  readonly body: string;
  readonly link: string | null;
  /** How long before the moment of loading it was created. */
  readonly minutesAgo: number;
};

/** The three notifications of the shell (specification 1, section 2.2), unread, so that the bell shows 3. */
export const demoNotifications: readonly DemoNotification[] = [
  {
    severity: 'warning',
    title: 'ACA Deadline Approaching',
    body: '1094-C forms due in 15 days',
    link: null,
    minutesAgo: 120,
  },
  {
    severity: 'success',
    title: 'File Processing Complete',
    body: 'Sample enrollment data processed successfully',
    link: '/files/history',
    minutesAgo: 240,
  },
  {
    severity: 'error',
    title: 'Processing Error',
    body: 'Sample group file has validation errors',
    link: '/files/queue',
    minutesAgo: 1440,
  },
];
