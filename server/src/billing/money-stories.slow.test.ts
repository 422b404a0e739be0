import { expect, it } from 'vitest';
import { MoneyStory, MoneyWorld, type Step } from './money-stories.test-data.ts';

it.each([1, 2, 3])('3,000 calls in 50 histories of money keep the books right (%i)', async (round) => {
  const world = await MoneyWorld.open(8);
  let done = 0;
  for (let seed = round * 1000; seed < round * 1000 + 50; seed += 1) {
    const story = new MoneyStory(world, seed);
    await story.tell(60, 5);
    done += story.done;
  }
  // The others were refused, as they should be.
  expect(done).toBeGreaterThan(800);
  await world.server.close();
});

const ordersOf = (steps: readonly Step[]): Step[][] =>
  steps.length === 0
    ? [[]]
    : steps.flatMap((first, place) => ordersOf(steps.toSpliced(place, 1)).map((rest) => [first, ...rest]));

const EVENTS = ['bankReturns', 'requestRefund', 'moveRefund', 'voidBill', 'undoApplication'] as const;

it('a return, a refund, its payment, a void bill and an application undone keep the books right in all 120 orders', async () => {
  const world = await MoneyWorld.open(8);
  const done = new Map<string, number>();
  for (const [seed, order] of ordersOf(EVENTS).entries()) {
    const story = new MoneyStory(world, seed);
    // Money that was collected by debit and by check, so that there is something to return, to refund and to apply.
    await story.tellInOrder(['bill', 'debit', 'draftFile', 'moveFile', 'moveFile', 'pay', 'daysPass', ...order]);
    for (const step of story.taken) done.set(step, (done.get(step) ?? 0) + 1);
  }
  console.log('done:', Object.fromEntries(done));
  for (const step of EVENTS) expect(done.get(step) ?? 0, step).toBeGreaterThan(0);
  await world.server.close();
});
