import { expect, it } from 'vitest';
import { whyNotUndone } from './undo-file.ts';

it.each([
  ['completed', 'done', undefined],
  ['error', 'applying', undefined],
  ['queued', 'waiting', /not finished/],
  ['processing', 'applying', /not finished/],
  ['paused', 'applying', /not finished/],
  ['queued', 'undoing', /being undone already/],
  ['paused', 'undoing', /being undone already/],
] as const)('an import whose file is %s, at %s', (status, stage, reason) => {
  if (reason === undefined) expect(whyNotUndone({ status, stage })).toBeUndefined();
  else expect(whyNotUndone({ status, stage })).toMatch(reason);
});
