import { Writable } from 'node:stream';
import { expect, it } from 'vitest';
import { openLog } from './log.ts';

it('logs of an error its kind and place, never its text, which may quote a row', () => {
  const lines: string[] = [];
  const log = openLog(
    'warn',
    new Writable({ write: (chunk: Buffer, _encoding, done) => (lines.push(chunk.toString('utf8')), done()) }),
  );
  const error = Object.assign(new Error('Key (ssn)=(123-45-6789) already exists'), {
    code: '23505',
    detail: 'Failing row contains (Kim, 123-45-6789).',
  });
  log.error({ err: error }, 'The request failed');
  log.error({ err: '123-45-6789' }, 'The request failed');
  expect(lines.join('')).not.toContain('6789');
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    err: { type: 'Error', code: '23505' },
    msg: 'The request failed',
  });
});
