import { useLingui } from '@lingui/react/macro';
import { paths } from '../../paths.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { MonthsTable } from './MonthsTable.tsx';

/** Month close: months close and reopen with two people, and each hands its journal to the accountant. */
export function Component() {
  const { t } = useLingui();
  return (
    <>
      <PageHeader
        title={t`Month Close`}
        breadcrumb={[{ label: t`Billing Dashboard`, to: paths.billing }, { label: t`Month Close` }]}
      />
      <MonthsTable />
    </>
  );
}
