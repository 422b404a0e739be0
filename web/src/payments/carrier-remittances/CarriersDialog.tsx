import type { Carrier } from '@openbenefits/contract/carrier-remittances';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { orpc } from '../../api.ts';
import { useWhyNot } from '../../session.ts';
import { Button } from '../../ui/Button.tsx';
import { DateText } from '../../ui/DateText.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { ErrorLine } from '../../ui/ErrorState.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import classes from '../Payments.module.css';
import { CarrierForm } from './CarrierForm.tsx';

function State({ collection }: Pick<Carrier, 'collection'>) {
  if (collection?.isActive)
    return (
      <StatusBadge tone="ok" sign="dot">
        <Trans>We collect</Trans>
      </StatusBadge>
    );
  return (
    <StatusBadge tone="idle" sign="circle">
      <Trans>Billed by the carrier</Trans>
    </StatusBadge>
  );
}

/** The carriers of the plans: for which of them we collect premium. */
export function CarriersDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  const mayNot = useWhyNot('payments.approve');
  const [edited, setEdited] = useState<Carrier>();
  const { data, error } = useQuery(orpc.carrierRemittances.carriers.queryOptions({ input: {} }));
  if (edited) return <CarrierForm carrier={edited} onClose={() => setEdited(undefined)} />;
  return (
    <Dialog opened isRead size={640} title={t`Carriers`} onClose={onClose}>
      <p className={classes.lead}>
        <Trans>Money that pays bills of these carriers’ plans is remitted to those we collect for.</Trans>
      </p>
      {error && <ErrorLine error={error} />}
      <ul className={classes.list} aria-label={t`Carriers`}>
        {data?.map((carrier) => (
          <li key={carrier.carrierName}>
            <span>
              <b>{carrier.carrierName}</b>
              <small>
                <Plural value={carrier.plans} one="# plan" other="# plans" />
                {carrier.collection?.isActive && (
                  <>
                    , <Trans>bills since</Trans> <DateText date={carrier.collection.since} />
                  </>
                )}
              </small>
            </span>
            <State collection={carrier.collection} />
            <Button
              size="small"
              disabledReason={mayNot}
              aria-label={carrier.collection ? t`Edit ${carrier.carrierName}` : t`Set up ${carrier.carrierName}`}
              onClick={() => setEdited(carrier)}
            >
              {carrier.collection ? t`Edit` : t`Set up`}
            </Button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
