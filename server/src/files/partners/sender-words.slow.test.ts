import { afterAll, beforeAll, expect, it } from 'vitest';
import { edi834 } from '../../testing/samples.ts';
import { openTestServer, type Person, type TestServer } from '../../testing/test-server.ts';

/** A word of a sender that nobody knows. */
let server: TestServer;
let dana: Person;
let cim: string;

beforeAll(async () => {
  server = await openTestServer();
  dana = await server.as('administrator');
  cim = (await dana.api.groups.list({ search: 'Alder & Finch' })).rows[0]?.cim ?? '';
});
afterAll(() => server.close());

const send = async (text: string, group: string) => {
  const sent = await server.upload(dana, 'people.csv', Buffer.from(text), group);
  expect(sent.status, sent.message).toBe(204);
  return server.posted(dana, sent.id);
};

it('is one cause of many refusals; said once, the refused rows go on', async () => {
  const head = 'Employee ID,First Name,Last Name,SSN,Date of Birth,Relationship';
  const job = await send(
    [
      head,
      'F1,Karla,Lund,123454841,01/02/1980,EE',
      'F1,Levi,Lund,123454842,01/02/2012,Zoon',
      'F1,Mies,Lund,123454843,01/02/2013,zoon',
    ].join('\n'),
    cim,
  );
  expect(job).toMatchObject({ added: 1, refused: 2 });
  const [cause] = await dana.api.files.causes({ id: job.id });
  expect(cause).toMatchObject({ words: [{ kind: 'relationship', word: 'Zoon', meaning: null }] });
  expect((await dana.api.files.refusedRows({ id: job.id })).rows[0]).toMatchObject({
    problems: ['Relationship "Zoon" is not recognized. Correct it, or match the word.'],
    wrong: [5],
  });
  await dana.api.files.mapWord({ id: job.id, kind: 'relationship', word: 'Zoon', meaning: 'child' });
  expect(await dana.api.files.causes({ id: job.id })).toMatchObject([
    { words: [{ word: 'Zoon', meaning: 'child' }] },
    { words: [{ word: 'zoon', meaning: 'child' }] },
  ]);
  expect((await dana.api.files.refusedRows({ id: job.id })).rows[0]).toMatchObject({ problems: [], wrong: [] });
  await expect(
    dana.api.files.mapWord({ id: job.id, kind: 'relationship', word: 'Zoon', meaning: 'cousin' }),
  ).rejects.toMatchObject({ code: 'INVALID' });
  const { id } = await dana.api.files.resend({ id: job.id });
  expect(await server.posted(dana, id)).toMatchObject({ status: 'completed', added: 2, refused: 0 });
});

it('may be a number of a series: what it probably means is offered, and said of each once', async () => {
  const job = await send(
    [
      'Family ID,Relationship,First Name,Last Name,SSN,Date of Birth',
      'F5,1,Ada,Lund,123454861,01/02/1980',
      'F5,2,Bo,Lund,123454862,01/02/1981',
      'F5,3,Cy,Lund,,01/02/2013',
      'F6,1,Dee,Lund,123454863,01/02/1982',
    ].join('\n'),
    cim,
  );
  expect(job).toMatchObject({ refused: 4 });
  const words = (await dana.api.files.causes({ id: job.id })).flatMap((cause) => cause.words);
  expect(words.toSorted((a, b) => a.word.localeCompare(b.word))).toEqual([
    { kind: 'relationship', word: '1', likely: 'self', meaning: null },
    { kind: 'relationship', word: '2', likely: 'spouse', meaning: null },
    { kind: 'relationship', word: '3', likely: 'child', meaning: null },
  ]);
  for (const { kind, word, likely } of words)
    await dana.api.files.mapWord({ id: job.id, kind, word, meaning: likely ?? '' });
  const { id } = await dana.api.files.resend({ id: job.id });
  expect(await server.posted(dana, id)).toMatchObject({ status: 'completed', added: 4, refused: 0 });
});

it('is told apart from whatever else is wrong with the same records', async () => {
  const job = await send(
    [
      'First Name,Last Name,SSN,Date of Birth,Relationship,Salary',
      'Tess,Lund,123454845,01/02/1980,Oom,much',
      'Udo,Lund,123454846,01/02/1981,oom,52000',
      'Vera,Lund,123454847,01/02/1982,Self,much',
    ].join('\n'),
    cim,
  );
  expect(
    (await dana.api.files.causes({ id: job.id })).map(({ field, reason, records }) => [field, records, reason]),
  ).toEqual([
    ['salary', 2, 'The salary is not an amount of money. Enter a number.'],
    ['relationship', 1, 'Relationship "Oom" is not recognized. Correct it, or match the word.'],
    ['relationship', 1, 'Relationship "oom" is not recognized. Correct it, or match the word.'],
  ]);
});

it('of an 834 is a coverage level of the sender', async () => {
  const bytes = edi834(
    [
      {
        first: 'Nora',
        last: 'Lund',
        ssn: '123454851',
        birth: '19800102',
        family: '123454851',
        plans: [['HLT', 'MED-PPO', '20260101']],
      },
    ],
    {
      control: '000000871',
    },
  );
  const withTier = bytes.replace(/(HD\*021\*\*HLT\*MED-PPO)(\*[A-Z]*)?/, '$1*ZZ9');
  const sent = await server.upload(dana, 'tiers.edi', Buffer.from(withTier));
  const job = await server.posted(dana, sent.id);
  expect(job).toMatchObject({ refused: 1 });
  expect(await dana.api.files.causes({ id: job.id })).toMatchObject([{ words: [{ kind: 'tier', word: 'ZZ9' }] }]);
  await dana.api.files.mapWord({ id: job.id, kind: 'tier', word: 'ZZ9', meaning: 'EMP' });
  const { id } = await dana.api.files.resend({ id: job.id });
  expect(await server.posted(dana, id)).toMatchObject({ status: 'completed', added: 1, refused: 0 });
});
