import { COVERAGE_LINES, type CoverageLine } from '@openbenefits/domain/coverage-line';
import { NETWORK_TYPES, type NetworkType } from '@openbenefits/domain/plans/plan-status';
import { useSearchParams } from 'react-router';

export const STATUS_FILTERS = ['active', 'draft', 'withdrawn', 'terminated'] as const;

/** The state of the list in its address, so that links and Back show the same rows. */
export type PlanQuestion = {
  readonly search: string;
  readonly line: CoverageLine | 'all';
  readonly type: NetworkType | 'all';
  readonly status: (typeof STATUS_FILTERS)[number] | 'all';
  readonly carrier: string;
  readonly descending: boolean;
  /** Cursors from the second page to this one. */
  readonly cursors: readonly string[];
};

const oneOf = <Value extends string>(values: readonly Value[], text: string | null): Value | 'all' =>
  values.find((value) => value === text) ?? 'all';

const read = (params: URLSearchParams): PlanQuestion => ({
  search: (params.get('search') ?? '').slice(0, 200),
  line: oneOf(COVERAGE_LINES, params.get('line')),
  type: oneOf(NETWORK_TYPES, params.get('type')),
  status: oneOf(STATUS_FILTERS, params.get('status')),
  carrier: (params.get('carrier') ?? '').slice(0, 200),
  descending: params.get('order') === 'descending',
  cursors: params.getAll('after'),
});

function write({ search, line, type, status, carrier, descending, cursors }: PlanQuestion): URLSearchParams {
  const params = new URLSearchParams();
  if (search !== '') params.set('search', search);
  if (line !== 'all') params.set('line', line);
  if (type !== 'all') params.set('type', type);
  if (status !== 'all') params.set('status', status);
  if (carrier !== '') params.set('carrier', carrier);
  if (descending) params.set('order', 'descending');
  for (const cursor of cursors) params.append('after', cursor);
  return params;
}

export const NO_FILTERS = { search: '', line: 'all', type: 'all', status: 'all', carrier: '' } as const;

export const isFiltered = ({ search, line, type, status, carrier }: PlanQuestion): boolean =>
  search !== '' || line !== 'all' || type !== 'all' || status !== 'all' || carrier !== '';

export type PlanListAddress = {
  readonly question: PlanQuestion;
  /** A changed question starts at its first page again. */
  readonly ask: (change: Partial<PlanQuestion>, options?: { replace?: boolean }) => void;
};

export function useListAddress(): PlanListAddress {
  const [params, setParams] = useSearchParams();
  return {
    question: read(params),
    ask: (change, { replace = false } = {}) =>
      setParams((before) => write({ ...read(before), cursors: [], ...change }), { replace, preventScrollReset: true }),
  };
}
