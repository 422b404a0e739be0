import { afterAll, beforeAll, expect, it } from 'vitest';
import { HOSTILE } from '../files/readers/samples/hostile-files.ts';
import { sendHostile } from './hostile-load.ts';
import { RealServer } from './real-server.ts';

/**
 * Sends every hostile file through the whole server while a user works (trust P32). `npm run bench -- hostile` measures
 * the time.
 */
const server = new RealServer();

beforeAll(async () => {
  await server.start();
  await server.signIn();
});
afterAll(() => server.close());

it('refuses every hostile file in words, keeps its memory, and answers everybody else', async () => {
  const { pid } = server;
  const load = await sendHostile(server, 2);
  expect(load.wrong).toEqual([]);
  expect(load.refused).toBe(HOSTILE.length);
  expect(load.failed).toBe(0);
  expect(load.others.length).toBeGreaterThan(10);
  expect(load.grown).toBeLessThan(150);
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  expect(server.pid).toBe(pid);
  expect(server.output).not.toContain('could not be processed');
});
