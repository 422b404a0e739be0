import { Trans, useLingui } from '@lingui/react/macro';
import { formatDate, parseCalendarDate } from '@openbenefits/domain/calendar-date';
import { SETUP_STEPS } from '@openbenefits/domain/groups/group-setup';
import {
  BILLING_METHOD_LABEL,
  GROUP_TYPE_LABEL,
  PAYMENT_METHOD_LABEL,
  WAITING_PERIOD_START_LABEL,
} from '../../domain-labels.ts';
import type { ReactNode } from 'react';
import { TextButton } from '../../ui/Button.tsx';
import { StatusSign } from '../../ui/StatusSign.tsx';
import { Unknown } from '../../ui/Unknown.tsx';
import { ReviewPlans } from './ReviewPlans.tsx';
import classes from './Review.module.css';
import { StepHeading } from './SetupFields.tsx';
import { useWizard } from './wizard-context.ts';
import { words } from '../../words.ts';

type Fact = readonly [label: string, value: ReactNode];

/** A chapter of the document, with the way back to its step; problems of that step stand in it. */
function Chapter({ step, wide, children }: { step: number; wide?: boolean; children: ReactNode }) {
  const { t } = useLingui();
  const { goTo, problems } = useWizard();
  const title = words(SETUP_STEPS[step - 1] ?? '');
  const [first] = problems[step - 1] ?? [];
  return (
    <section className={classes.chapter} data-wide={wide || undefined} aria-label={title}>
      <div className={classes.head}>
        <h3>{title}</h3>
        <TextButton aria-label={t`Edit ${title}`} onClick={() => goTo(step)}>
          <Trans>Edit</Trans>
        </TextButton>
      </div>
      {first && (
        <p className={classes.problem}>
          <StatusSign sign="alert" />
          {first.message}
        </p>
      )}
      {children}
    </section>
  );
}

function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={classes.facts}>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value === '' ? <Unknown /> : value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Step 6: the whole form as one document, to be read before it becomes a group. */
export function ReviewStep({ title }: { title: string }) {
  const { t } = useLingui();
  const { setup } = useWizard();
  const date = (text: string): string => {
    const read = parseCalendarDate(text);
    return read ? formatDate(read) : '';
  };
  const lines = (...texts: readonly string[]): ReactNode =>
    texts.some((text) => text.trim() !== '')
      ? texts.filter((text) => text.trim() !== '').map((text) => <span key={text}>{text}</span>)
      : '';
  const place = ({ city, state, zip_code }: { city: string; state: string; zip_code: string }): string =>
    [city, [state.toUpperCase(), zip_code].filter(Boolean).join(' ')].filter(Boolean).join(', ');
  const count = (number: number): string => (number === 0 ? '' : number.toLocaleString('en-US'));
  return (
    <>
      <StepHeading title={title}>
        <Trans>Read it through; nothing is created before you press Create Group.</Trans>
      </StepHeading>
      <article className={`panel ${classes.document}`}>
        <Chapter step={1} wide>
          <div className={classes.columns}>
            <Facts
              facts={[
                [t`Company Name`, setup.company_name],
                [t`Legal Name`, setup.legal_name],
                [t`Tax ID`, setup.tax_id],
                [t`Group Type`, GROUP_TYPE_LABEL[setup.group_type]],
                [t`Industry`, setup.industry],
                [t`SIC Code`, setup.sic_code],
                [t`Address`, lines(setup.address_line1, setup.address_line2, place(setup))],
              ]}
            />
            <Facts
              facts={[
                [t`Phone`, setup.phone],
                [t`Fax`, setup.fax],
                [t`Email`, setup.email],
                [t`Website`, setup.website],
                [t`Employee Count`, count(setup.employee_count)],
                [t`Eligible Employees`, count(setup.eligible_employee_count)],
                [t`Effective Date`, date(setup.effective_date)],
                [t`Renewal Date`, date(setup.renewal_date) || t`A year after the effective date`],
                [
                  t`Waiting Period`,
                  t`${setup.waiting_period_days} days, ${WAITING_PERIOD_START_LABEL[setup.waiting_period_start]}`,
                ],
                [t`Hours Requirement`, t`${setup.hours_requirement} weekly`],
              ]}
            />
          </div>
        </Chapter>
        <Chapter step={2}>
          <ol className={classes.list}>
            {setup.billing_locations.map((location, index) => (
              <li key={index /* The list is only read here. */}>
                <b>{location.location_name || <Unknown />}</b>
                {lines(location.address_line1, location.address_line2, place(location))}
              </li>
            ))}
          </ol>
        </Chapter>
        <Chapter step={3}>
          <ol className={classes.list}>
            {setup.classes.map((one, index) => (
              <li key={index /* The list is only read here. */}>
                <b>{one.class_name || <Unknown />}</b>
                <span>{one.billing_location || <Unknown />}</span>
              </li>
            ))}
          </ol>
        </Chapter>
        <Chapter step={4} wide>
          <div className={classes.columns}>
            <Facts
              facts={[
                [t`Billing Method`, setup.billing_method === '' ? '' : BILLING_METHOD_LABEL[setup.billing_method]],
                [t`Payment Method`, PAYMENT_METHOD_LABEL[setup.payment_method || 'paper_bill']],
                [t`COBRA Enabled`, setup.cobra_enabled ? t`Yes` : t`No`],
              ]}
            />
            <Facts
              facts={[
                [t`Grace Period Days`, String(setup.grace_period_days)],
                [t`Retro Term Days`, String(setup.retro_term_days)],
                [
                  t`Open Enrollment`,
                  setup.open_enrollment_start || setup.open_enrollment_end
                    ? t`${date(setup.open_enrollment_start) || '—'} to ${date(setup.open_enrollment_end) || '—'}`
                    : '',
                ],
              ]}
            />
          </div>
        </Chapter>
        <Chapter step={5} wide>
          <ReviewPlans />
        </Chapter>
      </article>
    </>
  );
}
