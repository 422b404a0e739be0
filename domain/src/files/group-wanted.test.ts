import { describe, expect, it } from 'vitest';
import { wantsGroup } from './group-wanted.ts';

describe('whether choosing a group mends a file', () => {
  it.each([
    ['This file does not say which group it is for. Choose the group and try again.', true],
    ['This file is for the group CIM-1, which does not exist here. Choose the group it belongs to and try again.', true],
    ['The file ends in the middle: its end (SE) is missing. Nothing was read; please ask for the whole file.', false],
    [null, false],
  ])('%s', (message, wanted) => expect(wantsGroup(message)).toBe(wanted));
});
