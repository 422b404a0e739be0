import { afterAll, beforeAll, expect, it } from 'vitest';
import { MoneyStory, MoneyWorld } from './money-stories.test-data.ts';

let world: MoneyWorld;

beforeAll(async () => {
  world = await MoneyWorld.open(3);
});
afterAll(() => world.server.close());

it('payments, applications, voids, returns and refunds in any order keep the books right', async () => {
  let [done, refused] = [0, 0];
  for (let seed = 1; seed <= 5; seed += 1) {
    const story = new MoneyStory(world, seed);
    await story.tell(40);
    done += story.done;
    refused += story.refused;
  }
  // The stories are of both kinds: most that is tried is possible, much is not.
  expect(done).toBeGreaterThan(60);
  expect(refused).toBeGreaterThan(20);
});
