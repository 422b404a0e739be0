import { useLingui } from '@lingui/react/macro';
import './figures.css';

/** Nothing is known here, which is not zero: a dash, with the reason on hover and for a screen reader. */
export function Unknown({ reason }: { reason?: string | undefined }) {
  const { t } = useLingui();
  const words = reason ?? t`Unknown`;
  return (
    <span className="unknown" title={words}>
      <span aria-hidden="true">—</span>
      <span className="sr">{words}</span>
    </span>
  );
}
