import { expect, it } from 'vitest';
import { whyNotUndone } from './undo-file.ts';

it.each([
  ['completed', 'done', false, undefined],
  ['error', 'applying', false, undefined],
  ['queued', 'waiting', false, /not finished/],
  ['processing', 'applying', false, /not finished/],
  ['paused', 'applying', false, /not finished/],
  ['paused', 'applying', true, undefined],
  ['queued', 'undoing', false, /already being undone/],
  ['paused', 'undoing', false, /already being undone/],
] as const)('an import whose file is %s, at %s, stopped by its group: %s', (status, stage, stopped, reason) => {
  if (reason === undefined) expect(whyNotUndone({ status, stage, stopped })).toBeUndefined();
  else expect(whyNotUndone({ status, stage, stopped })).toMatch(reason);
});
