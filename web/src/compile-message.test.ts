import { expect, test } from 'vitest';
import { compileMessage } from './compile-message.ts';

test.each([
  ['Active Groups', ['Active Groups']],
  ["The employer's group", ["The employer's group"]],
  ['No groups match your search for "{term}"', ['No groups match your search for "', ['term'], '"']],
  ['{first}–{last} of {all}', [['first'], '–', ['last'], ' of ', ['all']]],
  [
    '{n, plural, one {# notification} other {# notifications}}',
    [['n', 'plural', { one: ['#', ' notification'], other: ['#', ' notifications'] }]],
  ],
  [
    'Before {n, plural, =0 {none} other {# of {all}}} after',
    ['Before ', ['n', 'plural', { 0: ['none'], other: ['#', ' of ', ['all']] }], ' after'],
  ],
  [
    '{kind, select, group {a group #} other {something}}',
    [['kind', 'select', { group: ['a group #'], other: ['something'] }]],
  ],
  ["Braces '{as text}' and two quotes ''", ["Braces {as text} and two quotes '"]],
  ['Press <0>Save</0> to go on', ['Press <0>Save</0> to go on']],
  ['{amount, number}', [['amount', 'number']]],
])('compiles %s', (message, tokens) => {
  expect(compileMessage(message)).toEqual(tokens);
});
