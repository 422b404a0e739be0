import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { edi834, type SampleMember } from '../../testing/samples.ts';
import { openTestServer, type Person, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let dana: Person;

beforeAll(async () => {
  server = await openTestServer();
  dana = await server.as('administrator');
});
afterAll(() => server.close());

const person = (index: number, plan = 'MED-PPO'): SampleMember => ({
  first: ['Nils', 'Olga', 'Petra'][index] ?? '',
  last: 'Reference',
  ssn: `12346900${index}`,
  birth: '19850404',
  family: `12346900${index}`,
  plans: [['HLT', plan, '20260101']],
});
/**
 * Each interchange has a number of its own, so that it is not told apart as the same again; the reference (BGN02) is
 * what is given.
 */
const fileOf = (
  members: readonly SampleMember[],
  control: number,
  reference: string,
  sender = 'SAMPLESENDER',
  purpose = '00',
): string =>
  edi834(members, { control: String(control).padStart(9, '0') })
    .replace(/BGN\*00\*R\d+/, `BGN*${purpose}*${reference}`)
    .replaceAll('SAMPLESENDER   ', sender.padEnd(15))
    .replaceAll('SAMPLESENDER', sender);
const send = (...of: Parameters<typeof fileOf>) => sendText(fileOf(...of));
const sendText = async (text: string) => {
  const sent = await server.upload(dana, 'monthly.edi', text);
  expect(sent.status, sent.message).toBe(204);
  return server.finished(dana, sent.id);
};
const codes = ({ stops }: { stops: readonly { code: string }[] }): string[] => stops.map(({ code }) => code);

describe('a reference that a posted file of the same sender had', () => {
  it('holds the file and says which file that was; another sender’s, a resubmission, and one of which nothing was posted do not', async () => {
    expect(await send([person(0, 'NOWHERE-1')], 401, 'NOV-2026')).toMatchObject({ status: 'completed', refused: 1 });
    const first = await send([person(0)], 402, 'NOV-2026');
    expect(first).toMatchObject({ status: 'completed', added: 1 });
    const again = await send([person(0), person(1)], 403, 'NOV-2026');
    expect(again).toMatchObject({
      status: 'held',
      added: 1,
      stops: [
        {
          code: 'same_reference',
          file: first.id,
          text: expect.stringMatching(
            /The sender used reference NOV-2026 \(BGN02\) on 11\/20\/2026 for another interchange, and that file was posted\. Approve this file only if it is not the same one\./,
          ),
        },
      ],
    });
    expect(codes(await send([person(0)], 404, 'NOV-2026', 'OTHERSENDER'))).toEqual([]);
    expect(codes(await send([person(0)], 405, 'NOV-2026', 'SAMPLESENDER', '15'))).toEqual([]);
    expect(codes(await send([person(0)], 406, 'DEC-2026'))).toEqual([]);
    await dana.api.files.reject({ id: again.id, reason: 'Sent twice' });
    await expect(dana.api.files.acceptReference({ id: again.id })).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  it('is said once to repeat: the held file goes on, and no later one of the sender is held for it', async () => {
    await send([person(0)], 411, 'ALWAYS', 'REPEATER');
    const held = await send([person(1)], 412, 'ALWAYS', 'REPEATER');
    expect(codes(held)).toEqual(['same_reference']);
    const luis = await server.as('read_only');
    await expect(luis.api.files.acceptReference({ id: held.id })).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await dana.api.files.acceptReference({ id: held.id });
    expect(await server.finished(dana, held.id)).toMatchObject({ status: 'completed', stops: [], added: 1 });
    expect(await send([person(2)], 413, 'ALWAYS', 'REPEATER')).toMatchObject({ status: 'completed', added: 1 });
    expect(
      (await dana.api.tradingPartners.list({})).rows.find(({ senderId }) => senderId === 'REPEATER'),
    ).toMatchObject({
      referenceRepeats: true,
      updatedBy: 'Dana Whitfield',
    });
  });

  it('is told where several sets of a file have it, but not of a sender who was said to repeat its references', async () => {
    const twoSets = (control: number) => {
      const [first, second] = [person(0), person(1)].map((one) => fileOf([one], control, 'EVERY-SET', 'TWOSETS')) as [
        string,
        string,
      ];
      const set = second
        .slice(second.indexOf('ST*834'), second.indexOf('GE*1'))
        .replace('ST*834*0001', 'ST*834*0002')
        .replace(/(SE\*\d+)\*0001/, '$1*0002');
      return sendText(first.replace('GE*1*1', `${set}GE*2*1`));
    };
    const told = ({ remarks }: { remarks: readonly { text: string }[] }) =>
      remarks.filter(({ text }) => text.includes('the same reference (BGN02, such as EVERY-SET)'));
    const first = await twoSets(421);
    expect(first).toMatchObject({ status: 'completed', unchanged: 2 });
    expect(told(first)).toMatchObject([{ count: 2 }]);
    const held = await twoSets(422);
    expect(codes(held)).toEqual(['same_reference']);
    await dana.api.files.acceptReference({ id: held.id });
    const next = await server.finished(dana, held.id);
    expect(next).toMatchObject({ status: 'completed', unchanged: 2 });
    expect(told(next)).toEqual([]);
  });
});
