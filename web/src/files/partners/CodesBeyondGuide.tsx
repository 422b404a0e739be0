import type { PartnerProfile } from '@openbenefits/contract/trading-partners';
import { BEYOND_GUIDE, type BeyondGuide } from '@openbenefits/domain/files/edi-834/edi-834';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useId } from 'react';
import { FieldGrid, WholeRow } from '../../ui/Fields.tsx';
import { Toggle } from '../../ui/Toggle.tsx';
import { FIELD_LABEL } from './profile-labels.ts';
import classes from './Remembered.module.css';

const LABEL: Readonly<Record<BeyondGuide, MessageDescriptor>> = {
  LIF: msg`LIF is life insurance`,
  AC: msg`AC (accident) is taken as life insurance`,
  ADD: msg`ADD (accidental death and dismemberment) is taken as life insurance`,
};
const NOTE: Readonly<Record<BeyondGuide, MessageDescriptor>> = {
  LIF: msg`Off: it is ignored, and a record with nothing else is rejected.`,
  AC: msg`On: its plan is the member’s life plan, unless LIF or ADD is in the same record.`,
  ADD: msg`On: its plan is the member’s life plan, unless LIF is in the same record.`,
};

type Props = { value: PartnerProfile['beyondGuide']; onChange: (value: PartnerProfile['beyondGuide']) => void };

/** Which insurance lines (HD03) that the guide lacks are taken. */
export function CodesBeyondGuide({ value, onChange }: Props) {
  const { i18n } = useLingui();
  const id = useId();
  return (
    <div role="group" aria-labelledby={id}>
      <h3 id={id} className={classes.heading}>
        {i18n._(FIELD_LABEL.beyondGuide)}
      </h3>
      <FieldGrid>
        {BEYOND_GUIDE.map((code) => (
          <WholeRow key={code}>
            <Toggle
              id={`${id}-${code}`}
              label={i18n._(LABEL[code])}
              checked={value.includes(code)}
              onChange={(isTaken) =>
                onChange(BEYOND_GUIDE.filter((one) => (one === code ? isTaken : value.includes(one))))
              }
              note={i18n._(NOTE[code])}
            />
          </WholeRow>
        ))}
      </FieldGrid>
    </div>
  );
}
