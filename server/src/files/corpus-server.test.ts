import path from 'node:path';
import { describe } from 'vitest';
import { type CorpusCase, corpusCases } from './corpus-cases.ts';
import { describeThroughServer } from './corpus-through-server.ts';

/** One case of each format with each kind of outcome; the others are in corpus-server.slow.test.ts. */
const kindOf = ({ file, expected }: CorpusCase): string =>
  [path.extname(file), expected.notTaken ? 'not taken' : expected.status, (expected.stops ?? []).length > 0].join(' ');

const short = corpusCases().filter(({ run, before = [] }) => run !== undefined && before.length === 0);
const oneOfEach = [...new Map(short.toReversed().map((one) => [kindOf(one), one])).values()];

describe('the corpus through the server, one case of each kind', () => describeThroughServer(oneOfEach));
