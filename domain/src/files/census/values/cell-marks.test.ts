import { describe, expect, it } from 'vitest';
import { CrossMarks, isEmptyBox, isTick } from './cell-marks.ts';
import { isElected, isWaived, readYesNo, saysWaived } from './cell-values.ts';

describe('marks in the cells of a list', () => {
  it.each(['✓', '✔', '✔️', '☑', '☑️', '✅', '●', '■', '[✓]'])('%s is a tick', (mark) => {
    expect([isTick(mark), readYesNo(mark), isElected(mark), isWaived(mark)]).toEqual([true, true, true, false]);
  });
  it.each(['☐', '□', '⬜', '[ ]', '[]'])('%s is a box that nobody has ticked', (mark) => {
    expect([isEmptyBox(mark), readYesNo(mark), isElected(mark), saysWaived(mark)]).toEqual([true, false, false, true]);
  });
  it.each(['☒', '✗', '✘', '❌', '×', '○'])('%s alone says neither', (mark) => {
    expect([readYesNo(mark), isElected(mark), isWaived(mark)]).toEqual([undefined, false, false]);
  });

  it.each([
    ['☒ beside empty boxes', ['☐', '☒', 'MED-PPO'], '☒', '☑'],
    ['☒ beside ticked boxes', ['☑', '☒'], '☒', '☐'],
    ['☒ beside both', ['☑', '☒', '☐'], '☒', '☒'],
    ['☒ alone', ['☒', 'Yes'], '☒', '☒'],
    ['✗ beside ticks', ['✓', '✗'], '✗', '☐'],
    ['❌ beside ✅', ['✅', '❌', '☐'], '❌', '☐'],
    ['✗ alone', ['✗', ''], '✗', '✗'],
    ['✗ beside empty boxes', ['✗', '☐'], '✗', '✗'],
  ])('%s', (_, cells, mark, read) => {
    const marks = new CrossMarks(cells);
    expect([marks.read(mark), marks.areTold, marks.messages.length]).toEqual([
      read,
      read !== mark,
      read === mark ? 0 : 1,
    ]);
  });
});
