import { describe } from 'vitest';
import { corpusCases } from './corpus-cases.ts';
import { describeThroughServer } from './corpus-through-server.ts';

/** They cover each format with each kind of outcome, and each remark and hold that only the database finds. */
describe('the corpus through the server', () =>
  describeThroughServer(corpusCases().filter(({ run }) => run !== undefined)));
