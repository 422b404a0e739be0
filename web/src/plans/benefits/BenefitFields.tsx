import {
  type BenefitPath,
  benefitText,
  COPAY_PATHS,
  flatBenefits,
  withBenefits,
} from '@openbenefits/domain/plans/benefit-form';
import { COPAYS, type PlanBenefits } from '@openbenefits/domain/plans/plan-benefits';
import { NETWORK_SIZES, type NetworkSize, type NetworkType } from '@openbenefits/domain/plans/plan-status';
import type { Cents } from '@openbenefits/domain/money';
import { Trans, useLingui } from '@lingui/react/macro';
import { useId } from 'react';
import { BENEFIT_LABEL, COPAY_LABEL } from '../../domain-labels.ts';
import { TextButton } from '../../ui/Button.tsx';
import { FieldGrid, WholeRow } from '../../ui/Fields.tsx';
import type { FieldBinding } from '../../ui/form/field.ts';
import { MoneyField, PercentField } from '../../ui/form/NumberFields.tsx';
import { SelectField } from '../../ui/form/SelectField.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import classes from './Benefits.module.css';
import { ShareWords, SplitBar } from './ShareBar.tsx';

type Props = {
  networkType: NetworkType | null;
  benefits: PlanBenefits;
  onChange: (benefits: PlanBenefits) => void;
  errorAt: (path: BenefitPath) => string | undefined;
  /** What was stored: a row that differs shows it. */
  before?: PlanBenefits;
  lockedReason?: string | undefined;
};

type Tied = Props & { at: <Value>(path: BenefitPath) => FieldBinding<Value> };

type Share = Extract<BenefitPath, `memberPays.${string}`>;
/** The rows of a line; the others follow as "not covered". */
const SHARES: readonly Share[] = [
  'memberPays.medical',
  'memberPays.medicalOutOfNetwork',
  'memberPays.prescription',
  'memberPays.dental',
  'memberPays.vision',
];

/** What a line usually leaves to the member when coverage is added. */
const USUAL_SHARE = 20;

function ShareRow({ path, fields }: { path: Share; fields: Tied }) {
  const { t } = useLingui();
  const { at, before, benefits, lockedReason } = fields;
  const field = at<number | null>(path);
  const { value } = field;
  const label = BENEFIT_LABEL[path];
  const was = before && flatBenefits(before)[path];
  const changed = before !== undefined && was !== value;
  const wasText = changed ? benefitText(path, was) : null;
  const set = (next: number | null) => fields.onChange(withBenefits(benefits, { [path]: next }));
  if (value === null)
    return (
      <div className={classes.share} data-changed={changed || undefined}>
        <p className={classes.shareHead}>
          <b>{label}</b>
          <span className="meta">{wasText ? t`was: ${wasText}` : t`Not covered by this plan`}</span>
          <span className="grow" />
          {lockedReason === undefined && (
            <TextButton onClick={() => set(USUAL_SHARE)} aria-label={t`Add coverage: ${label}`}>
              <Trans>Add coverage</Trans>
            </TextButton>
          )}
        </p>
      </div>
    );
  const isShown = Number.isInteger(value) && value >= 0 && value <= 100;
  return (
    <div className={classes.share} data-changed={changed || undefined}>
      <p className={classes.shareHead}>
        <b>{label}</b>
        {wasText && <span className="meta">{t`was: ${wasText}`}</span>}
        <span className="grow" />
        {isShown && <ShareWords memberPays={value} />}
      </p>
      <div className={classes.shareRow}>
        <span className={classes.percent}>
          <PercentField
            field={field}
            label=""
            ariaLabel={t`${label}: the member pays`}
            lockedReason={lockedReason && ''}
          />
        </span>
        {isShown && <SplitBar memberPays={value} />}
        {lockedReason === undefined && (
          <TextButton onClick={() => set(null)} aria-label={t`Remove coverage: ${label}`}>
            <Trans>Remove</Trans>
          </TextButton>
        )}
      </div>
    </div>
  );
}

function Shares(fields: Tied) {
  return (
    <section>
      <h3 className={classes.part}>
        <span>
          <Trans>Coinsurance</Trans>
        </span>
        <span className="meta">
          <Trans>enter the member’s share</Trans>
        </span>
        <span className="grow" />
        <span className={classes.legend} aria-hidden="true">
          <i data-of="member" /> <Trans>Member</Trans> <i data-of="plan" /> <Trans>Plan</Trans>
        </span>
      </h3>
      {SHARES.map((path) => (
        <ShareRow key={path} path={path} fields={fields} />
      ))}
    </section>
  );
}

function Limits({ at, lockedReason }: Tied) {
  const { t } = useLingui();
  const lock = lockedReason === undefined ? undefined : '';
  return (
    <section>
      <h3 className={classes.part}>
        <Trans>Deductible and limits</Trans>
      </h3>
      <div className={classes.four}>
        <MoneyField
          field={at<Cents | null>('deductibleIndividual')}
          label={t`Deductible, member`}
          lockedReason={lock}
        />
        <MoneyField
          field={at<Cents | null>('deductibleFamily')}
          label={t`Family`}
          ariaLabel={BENEFIT_LABEL.deductibleFamily}
          lockedReason={lock}
        />
        <MoneyField
          field={at<Cents | null>('outOfPocketMaxIndividual')}
          label={t`Out-of-pocket max, member`}
          lockedReason={lock}
        />
        <MoneyField
          field={at<Cents | null>('outOfPocketMaxFamily')}
          label={t`Family`}
          ariaLabel={BENEFIT_LABEL.outOfPocketMaxFamily}
          lockedReason={lock}
        />
      </div>
    </section>
  );
}

function Copays({ at, lockedReason }: Tied) {
  const lock = lockedReason === undefined ? undefined : '';
  return (
    <section>
      <h3 className={classes.part}>
        <Trans>Copays</Trans>
      </h3>
      <div className={classes.four}>
        {COPAY_PATHS.map((path, index) => (
          <MoneyField
            key={path}
            field={at<Cents | null>(path)}
            label={COPAY_LABEL[COPAYS[index] ?? 'primaryCare']}
            ariaLabel={BENEFIT_LABEL[path]}
            lockedReason={lock}
          />
        ))}
      </div>
    </section>
  );
}

function Network({ at, lockedReason }: Tied) {
  const { t } = useLingui();
  const lock = lockedReason === undefined ? undefined : '';
  const text = (path: BenefitPath): FieldBinding<string> => {
    const { value, onChange, ...rest } = at<string | null>(path);
    return { ...rest, value: value ?? '', onChange: (entered) => onChange(entered === '' ? null : entered) };
  };
  const size = at<NetworkSize | null>('networkSize');
  return (
    <section>
      <h3 className={classes.part}>
        <Trans>Prescription and network</Trans>
      </h3>
      <FieldGrid>
        <WholeRow>
          <TextField
            field={text('prescriptionCoverage')}
            label={t`Prescription coverage`}
            placeholder={t`$10 / $30 / $60`}
            maxLength={200}
            lockedReason={lock}
          />
        </WholeRow>
        <TextField field={text('networkName')} label={t`Network`} maxLength={200} lockedReason={lock} />
        <SelectField
          field={{ ...size, value: size.value ?? '', onChange: (value) => size.onChange(value === '' ? null : value) }}
          label={t`Network size`}
          lockedReason={lock}
          choices={[{ value: '', label: t`None` }, ...NETWORK_SIZES.map((value) => ({ value, label: value }))]}
        />
      </FieldGrid>
    </section>
  );
}

/** The benefits of a plan year. An ICHRA has none: members buy their own policies. */
export function BenefitFields(props: Props) {
  const prefix = useId();
  const { networkType, benefits, onChange, errorAt } = props;
  if (networkType === 'ICHRA')
    return (
      <p className={classes.none}>
        <Trans>
          An ICHRA reimburses the premiums of members’ own policies. Allowances are set per class and age, so the plan
          has no benefits of its own.
        </Trans>
      </p>
    );
  const flat = flatBenefits(benefits);
  const at = <Value,>(path: BenefitPath): FieldBinding<Value> => ({
    id: `${prefix}-${path}`,
    value: flat[path] as Value,
    onChange: (value) => onChange(withBenefits(benefits, { [path]: value })),
    error: errorAt(path),
  });
  const tied: Tied = { ...props, at };
  return (
    <>
      <Limits {...tied} />
      <Shares {...tied} />
      <Copays {...tied} />
      <Network {...tied} />
    </>
  );
}
