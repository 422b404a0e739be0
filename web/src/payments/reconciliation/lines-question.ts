import { DIFFERENCE_CLASSES, type DifferenceClass } from '@openbenefits/domain/payments/reconciliation/difference';
import { useSearchParams } from 'react-router';

const KINDS = ['differences', 'undecided', 'match', ...DIFFERENCE_CLASSES] as const;
export type ShownLines = 'differences' | 'undecided' | 'match' | DifferenceClass;

/**
 * Which lines the page shows. The class is in the address, so that links and Back show the same; what is searched is
 * not, because it may be a member's name.
 */
export function useLinesQuestion() {
  const [params, setParams] = useSearchParams();
  const shown: ShownLines = KINDS.find((one) => one === params.get('show')) ?? 'differences';
  return {
    shown,
    show: (next: ShownLines) =>
      setParams(next === 'differences' ? {} : { show: next }, { replace: true, preventScrollReset: true }),
  };
}
