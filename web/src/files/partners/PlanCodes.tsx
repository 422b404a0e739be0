import type { TradingPartner } from '@openbenefits/contract/trading-partners';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconX } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, orpc } from '../../api.ts';
import { newKey } from '../../idempotency.ts';
import { IconButton } from '../../ui/Button.tsx';
import { TimeAgo } from '../../ui/TimeAgo.tsx';
import { toastError } from '../../ui/toasts.ts';
import classes from './PlanCodes.module.css';

/** The sender's plan codes and what they mean, who said so and when. New ones are mapped on the page of a file that holds them. */
export function PlanCodes({ partner }: { partner: TradingPartner }) {
  const { t } = useLingui();
  const queries = useQueryClient();
  const forget = useMutation({
    mutationFn: (code: string) => api.tradingPartners.forgetCode({ id: partner.id, code, idempotencyKey: newKey() }),
    onSuccess: () => queries.invalidateQueries({ queryKey: orpc.tradingPartners.key() }),
    onError: (error) => toastError(error),
  });
  return (
    <>
      <h3 className={classes.heading}>
        <Trans>Plan codes</Trans>
      </h3>
      {partner.codes.length === 0 ? (
        <p className={classes.none}>
          <Trans>None yet. A code that nobody knows is mapped on the page of the file that holds it.</Trans>
        </p>
      ) : (
        <ul className={classes.codes} aria-label={t`Plan codes`}>
          {partner.codes.map(({ code, shown, plan, mappedBy, mappedAt }) => (
            <li key={code}>
              <code>{shown}</code>
              <span>{plan.name}</span>
              <small>
                {mappedBy} · <TimeAgo instant={mappedAt} />
              </small>
              <IconButton icon={IconX} label={t`Forget ${shown}`} onClick={() => forget.mutate(code)} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
