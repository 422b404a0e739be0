import { useLingui } from '@lingui/react/macro';
import './figures.css';

/** An unknown value, which is not zero: a dash, with the reason on hover and for screen readers. */
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
