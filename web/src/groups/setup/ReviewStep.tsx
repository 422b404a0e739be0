import { Trans, useLingui } from '@lingui/react/macro';
import { SETUP_STEPS } from '@openbenefits/domain/groups/group-setup';
import type { ReactNode } from 'react';
import { TextButton } from '../../ui/Button.tsx';
import { StatusSign } from '../../ui/StatusSign.tsx';
import { Unknown } from '../../ui/Unknown.tsx';
import { ReviewPlans } from './ReviewPlans.tsx';
import classes from './Review.module.css';
import { factsOf, openEnrollmentFact, waitingPeriodFact } from './review-facts.ts';
import { StepHeading } from './SetupSection.tsx';
import { useWizard } from './wizard-context.ts';
import { words } from '../../words.ts';

type Fact = readonly [label: string, value: ReactNode];

/** A section of the review with its problems and a link to its step. */
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

const lines = (...texts: readonly string[]): ReactNode =>
  texts.some((text) => text.trim() !== '')
    ? texts.filter((text) => text.trim() !== '').map((text) => <span key={text}>{text}</span>)
    : '';
const place = (city: string, state: string, zip: string): string =>
  [city, [state.toUpperCase(), zip].filter(Boolean).join(' ')].filter(Boolean).join(', ');

function Company() {
  const { t } = useLingui();
  const { setup } = useWizard();
  const { addressLine1, addressLine2, city, stateProvince, zipPostalCode } = setup;
  return (
    <div className={classes.columns}>
      <Facts
        facts={[
          ...factsOf('company', setup),
          [t`Address`, lines(addressLine1, addressLine2, place(city, stateProvince, zipPostalCode))],
        ]}
      />
      <Facts
        facts={[
          ...factsOf('contact', setup),
          ...factsOf('dates', setup),
          waitingPeriodFact(setup),
          ...factsOf('eligibility', setup),
        ]}
      />
    </div>
  );
}

function Billing() {
  const { setup } = useWizard();
  return (
    <div className={classes.columns}>
      <Facts facts={factsOf('billing', setup)} />
      <Facts facts={[...factsOf('continuation', setup), ...factsOf('enrollment', setup), openEnrollmentFact(setup)]} />
    </div>
  );
}

/** Step 6: the whole form for review before the group is created. */
export function ReviewStep({ title }: { title: string }) {
  const { setup } = useWizard();
  return (
    <>
      <StepHeading title={title}>
        <Trans>Review everything. The group isn't created until you choose Create Group.</Trans>
      </StepHeading>
      <article className={`panel ${classes.document}`}>
        <Chapter step={1} wide>
          <Company />
        </Chapter>
        <Chapter step={2}>
          <ol className={classes.list}>
            {setup.billingLocations.map(({ locationName, addressLine1, addressLine2, city, state, zipCode }, index) => (
              <li key={index /* The list is only read here. */}>
                <b>{locationName || <Unknown />}</b>
                {lines(addressLine1, addressLine2, place(city, state, zipCode))}
              </li>
            ))}
          </ol>
        </Chapter>
        <Chapter step={3}>
          <ol className={classes.list}>
            {setup.classes.map((one, index) => (
              <li key={index /* The list is only read here. */}>
                <b>{one.className || <Unknown />}</b>
                <span>{one.billingLocation || <Unknown />}</span>
              </li>
            ))}
          </ol>
        </Chapter>
        <Chapter step={4} wide>
          <Billing />
        </Chapter>
        <Chapter step={5} wide>
          <ReviewPlans />
        </Chapter>
      </article>
    </>
  );
}
