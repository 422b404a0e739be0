import { expect, it } from 'vitest';
import { MoneyStory, MoneyWorld } from './money-stories.test-data.ts';

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
