import { describe, expect, it } from 'vitest';
import {
  acceptedSets,
  fileAnswer,
  groupAnswer,
  type ReceivedGroup,
  type ReceivedInterchange,
  type ReceivedSet,
  setAnswer,
} from './received-interchange.ts';

const FINDING = { segment: 'NM1', position: 5, loop: '2100A', code: '8', elements: [] };
const set = (change: Partial<ReceivedSet> = {}): ReceivedSet => ({
  kind: '834',
  control: '0001',
  guide: '005010X220A1',
  reasons: [],
  findings: [],
  more: 0,
  ...change,
});
const group = (change: Partial<ReceivedGroup> = {}): ReceivedGroup => ({
  code: 'BE',
  sender: 'SENDER',
  receiver: 'RECEIVER',
  control: '1',
  guide: '005010X220A1',
  stated: 2,
  received: 2,
  rejected: 0,
  reasons: [],
  sets: [set(), set()],
  ...change,
});
const interchange = (change: Partial<ReceivedInterchange> = {}): ReceivedInterchange => ({
  separators: { element: '*', component: ':', repetition: '^', segment: '~' },
  senderQualifier: 'ZZ',
  senderId: 'SENDER',
  receiverQualifier: 'ZZ',
  receiverId: 'RECEIVER',
  date: '261120',
  time: '1200',
  control: '000000001',
  usage: 'P',
  note: '000',
  refused: false,
  groups: [group()],
  ...change,
});

/** The codes of the 999 and TA1 guides: accepted, accepted with errors, partly accepted, rejected. */
describe('the answer to a received file', () => {
  it.each<[string, Partial<ReceivedSet>, string]>([
    ['without errors', {}, 'A'],
    ['with an error in one member', { findings: [FINDING] }, 'E'],
    ['with an error that does not cost the set', { reasons: ['5'] }, 'E'],
    ['of a guide that is not taken', { reasons: ['I6'] }, 'R'],
  ])('a set %s', (_name, change, answer) => expect(setAnswer(set(change))).toBe(answer));

  it.each<[string, Partial<ReceivedGroup>, Partial<ReceivedInterchange>, string, number]>([
    ['with nothing wrong', {}, {}, 'A', 2],
    ['with errors noted', { sets: [set({ findings: [FINDING] }), set()] }, {}, 'E', 2],
    ['with one of two sets rejected', { rejected: 1 }, {}, 'P', 1],
    ['with every set rejected', { rejected: 2 }, {}, 'R', 0],
    ['without its trailer', { reasons: ['3'] }, {}, 'R', 0],
    ['of a file that was refused', {}, { refused: true }, 'R', 0],
  ])('a group %s', (_name, change, around, answer, taken) => {
    const whole = interchange({ ...around, groups: [group(change)] });
    expect(groupAnswer(whole, group(change))).toBe(answer);
    expect(acceptedSets(whole, group(change))).toBe(taken);
  });

  it('is the worst to anything in it', () => {
    expect(fileAnswer([interchange()])).toBe('A');
    expect(fileAnswer([interchange(), interchange({ groups: [group(), group({ rejected: 1 })] })])).toBe('P');
    expect(fileAnswer([interchange({ note: '023', groups: [] }), interchange()])).toBe('R');
    expect(fileAnswer([interchange({ note: '021' })])).toBe('E');
  });
});
