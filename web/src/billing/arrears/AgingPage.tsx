import { Trans, useLingui } from '@lingui/react/macro';
import { IconMailForward } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { orpc } from '../../api.ts';
import { paths } from '../../paths.ts';
import { useWhyNot } from '../../session.ts';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { ErrorLine } from '../../ui/ErrorState.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { useAgingAddress } from './aging-address.ts';
import { AgingBuckets } from './AgingBuckets.tsx';
import { AgingTable } from './AgingTable.tsx';
import classes from './Arrears.module.css';
import { StatementPanel } from './StatementPanel.tsx';
import { StatementsDialog } from './StatementsDialog.tsx';

/** Aging and statements (picture 13c): what is owed by age as of any day, and a group's statement. */
export function Component() {
  const { t } = useLingui();
  const mayNot = useWhyNot('billing.run');
  const address = useAgingAddress();
  const { on, search, groupId, from, to } = address.question;
  const [sending, setSending] = useState(false);
  const { data, error } = useQuery(
    orpc.arrears.aging.totals.queryOptions({
      input: { on, ...(search !== '' && { search }) },
      placeholderData: keepPreviousData,
    }),
  );
  return (
    <>
      <PageHeader
        title={t`Aging and statements`}
        breadcrumb={[{ label: t`Billing Dashboard`, to: paths.billing }, { label: t`Aging and statements` }]}
        actions={
          <>
            <ButtonLink to={paths.delinquency}>
              <Trans>Delinquency</Trans>
            </ButtonLink>
            <Button variant="primary" icon={IconMailForward} disabledReason={mayNot} onClick={() => setSending(true)}>
              <Trans>Send statements</Trans>
            </Button>
          </>
        }
      />
      {error && <ErrorLine error={error} />}
      <AgingBuckets totals={data} />
      <div className={classes.frame}>
        <div className={classes.columns}>
          <AgingTable address={address} totals={data} />
          <StatementPanel address={address} />
        </div>
      </div>
      {sending && <StatementsDialog groupId={groupId} from={from} to={to} onClose={() => setSending(false)} />}
    </>
  );
}
