import type { FileAcknowledgement } from '@openbenefits/contract/acknowledgements';
import { useLingui } from '@lingui/react/macro';
import { StatusBadge } from '../../ui/StatusBadge.tsx';

export type AckAnswer = FileAcknowledgement['answer'];

const FORM = {
  A: { tone: 'ok', sign: 'dot' },
  E: { tone: 'pending', sign: 'half' },
  P: { tone: 'review', sign: 'eye' },
  R: { tone: 'bad', sign: 'alert' },
} as const;

/** The answer of a TA1 or 999, in words. */
export function AckBadge({ answer }: { answer: AckAnswer }) {
  const { t } = useLingui();
  const label = { A: t`Accepted`, E: t`Accepted with errors`, P: t`Partially accepted`, R: t`Rejected` }[answer];
  return <StatusBadge {...FORM[answer]}>{label}</StatusBadge>;
}
