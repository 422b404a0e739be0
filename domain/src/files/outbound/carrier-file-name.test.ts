import { describe, expect, it } from 'vitest';
import { carrierFileName, DEFAULT_FILE_NAME, fileNameProblem } from './carrier-file-name.ts';

const HEADER = {
  senderQualifier: 'ZZ',
  senderId: 'OPEN BENEFITS',
  receiverQualifier: '30',
  receiverId: '42-0000002',
  groupSender: 'X',
  groupReceiver: 'Y',
  control: 42,
  usage: 'P',
  now: '2026-11-20T18:05:00.000Z',
};

describe('the name of a carrier file', () => {
  it.each([
    [DEFAULT_FILE_NAME, '834-000000042.edi'],
    ['{sender}_{receiver}_{mode}_{date}_{time}.txt', 'OPENBENEFITS_420000002_FULL_20261120_1805.txt'],
    ['834.{usage}.{control}', '834.P.000000042'],
  ])('%s is %s', (pattern, name) => {
    expect(fileNameProblem(pattern)).toBeUndefined();
    expect(carrierFileName(pattern, HEADER, 'full')).toBe(name);
  });

  it.each([
    ['{group}-{control}', 'There is no part "group".'],
    ['834_{date}.edi', 'no two files have the same name'],
    ['../{control}', 'letters, digits'],
    ['.{control}', 'Start the file name with a letter'],
    ['a/{control}', 'letters, digits'],
    ['{control', 'letters, digits'],
  ])('%s is refused', (pattern, words) => expect(fileNameProblem(pattern)).toContain(words));
});
