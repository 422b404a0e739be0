import type { TradingPartner } from '@openbenefits/contract/trading-partners';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { edi834, type SampleMember } from '../../testing/samples.ts';
import { openTestServer, type Person, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let dana: Person;
let control = 500;

beforeAll(async () => {
  server = await openTestServer();
  dana = await server.as('administrator');
});
afterAll(() => server.close());

const person = (index: number): SampleMember => ({
  first: ['Runa', 'Silas', 'Tilda', 'Ugo'][index] ?? '',
  last: 'Receiver',
  ssn: `12346910${index}`,
  birth: '19850404',
  family: `12346910${index}`,
  plans: [['HLT', 'MED-PPO', '20260101']],
});
const fileTo = (receiver: string, members: readonly SampleMember[], sender: string): string =>
  edi834(members, { control: String(++control).padStart(9, '0') })
    .replaceAll('OPENBENEFITS   ', receiver.padEnd(15))
    .replaceAll('SAMPLESENDER   ', sender.padEnd(15))
    .replaceAll('SAMPLESENDER', sender);
const sendText = async (text: string) => {
  const sent = await server.upload(dana, 'weekly.edi', text);
  expect(sent.status, sent.message).toBe(204);
  return server.finished(dana, sent.id);
};
const send = (...of: Parameters<typeof fileTo>) => sendText(fileTo(...of));
const ta1Of = async (id: string): Promise<string> => {
  const text = await (
    await fetch(`${server.url}/downloads/files/${id}/ta1`, { headers: { cookie: dana.cookie } })
  ).text();
  return (
    text
      .split('~\n')
      .flatMap((segment) => (segment.startsWith('TA1') ? segment.split('*').slice(4).join(' ') : []))[0] ?? ''
  );
};
const profileOf = async (sender: string): Promise<TradingPartner> => {
  const found = (await dana.api.tradingPartners.list({})).rows.find(({ senderId }) => senderId === sender);
  expect(found).toBeDefined();
  return found as TradingPartner;
};

describe('the receiver of a file (ISA08)', () => {
  it('is learned from the sender’s first file; blanks and capitals say nothing', async () => {
    expect(await send('OpenBenefits', [person(0)], 'FIRSTSENDER')).toMatchObject({ status: 'completed', added: 1 });
    expect(await profileOf('FIRSTSENDER')).toMatchObject({ receiverIds: ['OpenBenefits'], updatedBy: null });
    const next = await send('OPENBENEFITS', [person(0)], 'FIRSTSENDER');
    expect(next).toMatchObject({ status: 'completed', unchanged: 1, stops: [] });
    expect(await ta1Of(next.id)).toBe('A 000');
  });

  it('holds a file that is addressed to somebody else, which is answered with 009; said to be us, it goes on and is answered anew', async () => {
    await send('OPENBENEFITS', [person(0)], 'TWOADDRESSES');
    const held = await send('133052274', [person(1)], 'TWOADDRESSES');
    expect(held).toMatchObject({
      status: 'held',
      added: 1,
      stops: [
        {
          code: 'other_receiver',
          title: 'This file is addressed to 133052274',
          text: expect.stringMatching(
            /Files from SAMPLE EMPLOYER are addressed to OPENBENEFITS \(ISA08\)\. The sender may have used the wrong address\. The reply to the sender says that the receiver is unknown \(TA1 note 009\)\./,
          ),
        },
      ],
    });
    expect(await ta1Of(held.id)).toBe('E 009');
    expect(await dana.api.files.acknowledgement({ id: held.id })).toMatchObject({
      answer: 'E',
      findings: [
        {
          segment: 'ISA',
          text: 'The receiver in the header (ISA08) is unknown',
          mend: expect.stringContaining('ISA08'),
        },
      ],
    });
    const luis = await server.as('read_only');
    await expect(luis.api.files.acceptReceiver({ id: held.id })).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await dana.api.files.acceptReceiver({ id: held.id });
    expect(await server.finished(dana, held.id)).toMatchObject({ status: 'completed', stops: [], added: 1 });
    expect(await ta1Of(held.id)).toBe('A 000');
    expect(await profileOf('TWOADDRESSES')).toMatchObject({
      receiverIds: ['OPENBENEFITS', '133052274'],
      updatedBy: 'Dana Whitfield',
    });
    expect(await send('133052274', [person(2)], 'TWOADDRESSES')).toMatchObject({
      status: 'completed',
      added: 1,
      stops: [],
    });
    await expect(dana.api.files.acceptReceiver({ id: held.id })).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  it('may be approved for one file alone, and is asked again of the next', async () => {
    await send('OPENBENEFITS', [person(0)], 'ONCEELSEWHERE');
    const held = await send('OTHERTPA', [person(3)], 'ONCEELSEWHERE');
    await dana.api.files.approve({ id: held.id, selected: 1 });
    expect(await server.finished(dana, held.id)).toMatchObject({ status: 'completed' });
    expect((await profileOf('ONCEELSEWHERE')).receiverIds).toEqual(['OPENBENEFITS']);
    expect((await send('OTHERTPA', [person(2)], 'ONCEELSEWHERE')).stops).toMatchObject([{ code: 'other_receiver' }]);
  });

  it('is edited in the profile: a held file is read and answered again by it, and an empty list is filled by the next file', async () => {
    await send('OPENBENEFITS', [person(0)], 'EDITED');
    const held = await send('OBTEST', [person(0)], 'EDITED');
    expect(held.stops).toMatchObject([{ code: 'other_receiver' }]);
    await dana.api.tradingPartners.save({
      ...(await profileOf('EDITED')),
      receiverIds: ['OPENBENEFITS', ' obtest ', 'OBTEST'],
    });
    expect((await profileOf('EDITED')).receiverIds).toEqual(['OPENBENEFITS', 'obtest']);
    await dana.api.files.rehearse({ id: held.id });
    expect(await server.finished(dana, held.id)).toMatchObject({ status: 'completed', stops: [] });
    expect(await ta1Of(held.id)).toBe('A 000');
    await dana.api.tradingPartners.save({ ...(await profileOf('EDITED')), receiverIds: [] });
    expect(await send('NEWNAME', [person(0)], 'EDITED')).toMatchObject({ status: 'completed', stops: [] });
    expect((await profileOf('EDITED')).receiverIds).toEqual(['NEWNAME']);
    await expect(
      dana.api.tradingPartners.save({ ...(await profileOf('EDITED')), receiverIds: [' '] }),
    ).rejects.toMatchObject({ code: 'INVALID' });
  });

  it('is looked at interchange by interchange: each is answered for its own', async () => {
    const both = await sendText(fileTo('OPENBENEFITS', [person(0)], 'MANY') + fileTo('OBTEST', [person(1)], 'MANY'));
    expect(both).toMatchObject({ status: 'completed', stops: [] });
    expect((await profileOf('MANY')).receiverIds).toEqual(['OPENBENEFITS', 'OBTEST']);
    const third = await sendText(
      fileTo('OPENBENEFITS', [person(0)], 'MANY') + fileTo('ELSEWHERE', [person(2)], 'MANY'),
    );
    expect(third.stops).toMatchObject([{ code: 'other_receiver', title: 'This file is addressed to ELSEWHERE' }]);
    const text = await (
      await fetch(`${server.url}/downloads/files/${third.id}/ta1`, { headers: { cookie: dana.cookie } })
    ).text();
    expect(text.match(/\*[AER]\*0\d\d(?=~)/g)).toEqual(['*A*000', '*E*009']);
  });

  it('that is empty is a fault of its own (note 008) and neither learned nor held', async () => {
    const first = await send('', [person(0)], 'NOBODY');
    expect(first).toMatchObject({ status: 'completed', stops: [] });
    expect(await ta1Of(first.id)).toBe('E 008');
    expect((await profileOf('NOBODY')).receiverIds).toEqual([]);
  });
});
