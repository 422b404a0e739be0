import { afterAll, beforeAll, expect, it } from 'vitest';
import { HOSTILE } from '../files/readers/samples/hostile-files.ts';
import { sendHostile } from './hostile-load.ts';
import { RealServer } from './real-server.ts';

/**
 * Every hostile file through the whole server while somebody works (trust P32). How long it takes is measured by `npm
 * run bench -- hostile`.
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
