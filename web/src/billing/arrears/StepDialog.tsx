import type { DelinquentGroupDetail } from '@openbenefits/contract/arrears';
import { formatDate } from '@openbenefits/domain/calendar-date';
import { formatMoney } from '@openbenefits/domain/money';
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { orpc } from '../../api.ts';
import { StatusDialog } from '../../groups/edit/StatusDialog.tsx';
import { refreshArrears } from './refresh-arrears.ts';

type Step = NonNullable<DelinquentGroupDetail['step']>;
const STATUS = { suspend: 'suspended', end: 'terminated', reinstate: 'active' } as const;

/** The status change of the group's own page, with its preview; date and reason come from the arrears. */
export function StepDialog({
  group,
  step,
  onClose,
}: {
  group: DelinquentGroupDetail;
  step: Step;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const { data } = useQuery(orpc.groups.get.queryOptions({ input: { id: group.groupId } }));
  if (!data) return null;
  const amount = formatMoney(group.arrears);
  const due = group.dueDate === null ? '' : formatDate(group.dueDate);
  const initial = {
    ...(step === 'end' && group.coverageEnd !== null && { effectiveDate: group.coverageEnd }),
    reason:
      step === 'reinstate' ? t`Arrears paid` : t`Premium not paid: ${amount} past due since ${due}, grace period ended`,
  };
  return (
    <StatusDialog
      group={data}
      to={STATUS[step]}
      initial={initial}
      onClose={() => {
        void refreshArrears();
        onClose();
      }}
    />
  );
}
