import { useSearchParams } from 'react-router';

/** The state of the list in its address. */
export type RatesQuestion = {
  readonly search: string;
  readonly planId: string | null;
  readonly versions: 'current' | 'all';
  /** Cursors from the second page to this one, because a cursor knows only the following page. */
  readonly cursors: readonly string[];
};

const ID = /^[0-9a-f-]{36}$/i;

const read = (params: URLSearchParams): RatesQuestion => ({
  search: (params.get('search') ?? '').slice(0, 200),
  planId: ID.exec(params.get('plan') ?? '')?.[0] ?? null,
  versions: params.get('versions') === 'all' ? 'all' : 'current',
  cursors: params.getAll('after'),
});

function write({ search, planId, versions, cursors }: RatesQuestion): URLSearchParams {
  const params = new URLSearchParams();
  if (search !== '') params.set('search', search);
  if (planId !== null) params.set('plan', planId);
  if (versions === 'all') params.set('versions', versions);
  for (const cursor of cursors) params.append('after', cursor);
  return params;
}

export function useRatesAddress() {
  const [params, setParams] = useSearchParams();
  return {
    question: read(params),
    /** A changed question starts at its first page again. */
    ask: (change: Partial<RatesQuestion>, { replace = false } = {}) =>
      setParams((before) => write({ ...read(before), cursors: [], ...change }), { replace, preventScrollReset: true }),
  };
}
