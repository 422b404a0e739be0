import { expect, it } from 'vitest';
import { type JobStatus, shownJobStatus } from './job-status.ts';

const job = {
  status: 'completed' as JobStatus,
  mode: 'census' as string | null,
  added: 0,
  changed: 0,
  ended: 0,
  missingEnded: 0,
};

it('a completed file that changed nobody is not shown as a success', () => {
  expect(shownJobStatus(job)).toBe('nothing_posted');
  for (const done of ['added', 'changed', 'ended', 'missingEnded'] as const)
    expect(shownJobStatus({ ...job, [done]: 1 })).toBe('completed');
  expect(shownJobStatus({ ...job, mode: 'acknowledgement' })).toBe('completed');
  for (const status of ['held', 'error', 'rejected', 'processing'] as const)
    expect(shownJobStatus({ ...job, status })).toBe(status);
});
