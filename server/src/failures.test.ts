import { expect, it } from 'vitest';
import { toContractError } from './failures.ts';
import { openLog } from './log.ts';

const log = openLog('silent');
const coded = (code: string): Error => Object.assign(new Error('said by the database'), { code });

it.each([
  ['the connection is lost', coded('08006')],
  ['it is shut down', coded('57P01')],
  ['a statement takes too long', coded('57014')],
  ['a transaction waits too long for its next statement', coded('25P03')],
  ['its disk is full', coded('53100')],
  ['it has no memory', coded('53200')],
  ['it has no connection left', coded('53300')],
  ['it does not greet in time', new Error('timeout expired')],
  ['the pool has none to give in time', new Error('timeout exceeded when trying to connect')],
])('a database that does not answer, since %s, is said to be away: the same may succeed in a moment', (_why, error) => {
  expect(toContractError(error, log, 'r')).toMatchObject({ code: 'UNAVAILABLE', status: 503 });
});

it.each(['ENOSPC', 'EDQUOT', '53100'])('a full disk (%s) is reported as a full disk, with what to do', (code) => {
  const failure = toContractError(coded(code), log, 'the reference');
  expect(failure).toMatchObject({ code: 'UNAVAILABLE', status: 503 });
  expect(failure.message).toMatch(
    /^The disk of the server is full\. Nothing was saved.*free some space, then try again\.$/,
  );
});

it.each([
  ['the same name at the same moment', '23505', 'CONFLICT', /with the same name or number\. Nothing was saved/],
  ['what it belongs to is gone', '23503', 'CONFLICT', /belongs to or is used by\. Nothing was saved/],
  ['a number that no column holds', '22003', 'INVALID', /too large to store/],
])('what the database refuses by a rule of its own is said in words: %s', (_what, code, name, words) => {
  const failure = toContractError(coded(code), log, 'the reference');
  expect(failure).toMatchObject({ code: name, data: { reference: 'the reference' } });
  expect(failure.message).toMatch(words);
});

it.each(['23514', '22P02', '42703'])('what the database says of a mistake of ours (%s) is one', (code) => {
  const { code: name, message } = toContractError(coded(code), log, 'the reference');
  expect(name).toBe('INTERNAL_SERVER_ERROR');
  expect(message).toContain('Reference the reference');
  expect(message).not.toContain('said by the database');
});
