import { Trans, useLingui } from '@lingui/react/macro';
import { MOST_PEOPLE } from '@openbenefits/domain/plans/rate-calculation';
import { RELATIONSHIPS, type Relationship } from '@openbenefits/domain/relationship';
import { ageOn, parseCalendarDate } from '@openbenefits/domain/calendar-date';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { RELATIONSHIP_LABEL } from '../../domain-labels.ts';
import { useWhyNot } from '../../session.ts';
import { Button, IconButton, TextButton } from '../../ui/Button.tsx';
import { Select, TextInput } from '../../ui/Fields.tsx';
import { StatusSign } from '../../ui/StatusSign.tsx';
import classes from './Calculator.module.css';
import { FillFromMember } from './FillFromMember.tsx';
import { type Calculator, newPerson } from './use-calculator.ts';

function PersonRow({ calculator, index }: { calculator: Calculator; index: number }) {
  const { t } = useLingui();
  const { form, bind, setPerson } = calculator;
  const { people, coverageDate } = form.values;
  const person = people[index];
  if (!person) return null;
  const number = index + 1;
  const relationship = bind(`people.${index}.relationship`, person.relationship, (value: Relationship) =>
    setPerson(index, { relationship: value }),
  );
  const birth = bind(`people.${index}.dateOfBirth`, person.dateOfBirth, (dateOfBirth: string) =>
    setPerson(index, { dateOfBirth }),
  );
  const [born, on] = [parseCalendarDate(person.dateOfBirth), parseCalendarDate(coverageDate)];
  const age = born && on && born <= on ? ageOn(born, on) : undefined;
  const choices = RELATIONSHIPS.map((value) => ({
    value,
    label: value === 'self' ? t`Employee` : RELATIONSHIP_LABEL[value],
  }));
  return (
    <li className={classes.person}>
      <Select {...relationship} label={t`Relationship of person ${number}`} hideLabel choices={choices} />
      <TextInput
        {...birth}
        label={t`Date of birth of person ${number}`}
        labelProps={{ className: 'sr' }}
        type="date"
        autoComplete="off"
      />
      <span className={classes.age}>
        <span className="sr">{t`Age`} </span>
        {age ?? '—'}
      </span>
      <label className={classes.tobacco}>
        <input
          type="checkbox"
          checked={person.usesTobacco}
          aria-label={t`Person ${number} uses tobacco`}
          onChange={(event) => setPerson(index, { usesTobacco: event.currentTarget.checked })}
        />
        <span aria-hidden="true">{t`Tobacco`}</span>
      </label>
      <IconButton
        icon={IconX}
        size="small"
        label={t`Remove person ${number}`}
        onClick={() =>
          form.set(
            'people',
            people.filter((_, place) => place !== index),
          )
        }
      />
    </li>
  );
}

/** The household: up to twelve people, entered or taken from a member's family. */
export function People({ calculator }: { calculator: Calculator }) {
  const { t } = useLingui();
  const { form } = calculator;
  const { people } = form.values;
  const [filling, setFilling] = useState(false);
  const whyNot = useWhyNot('protected.reveal');
  const error = form.errorAt('people');
  const isFull = people.length >= MOST_PEOPLE;
  return (
    <fieldset className={classes.people}>
      <div className={classes.peopleHead}>
        <legend>
          <Trans>People</Trans>
        </legend>
        <TextButton disabledReason={whyNot} onClick={() => setFilling(true)}>
          <Trans>Fill from a member</Trans>
        </TextButton>
      </div>
      <div className={classes.person} data-head aria-hidden="true">
        <span>{t`Relationship`}</span>
        <span>{t`Date of birth`}</span>
        <span className={classes.age}>{t`Age`}</span>
        <span>{t`Tobacco`}</span>
      </div>
      <ul>
        {people.map((_, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- a person has no identity but the place
          <PersonRow key={index} calculator={calculator} index={index} />
        ))}
      </ul>
      {error && (
        <p className={classes.error} role="alert">
          <StatusSign sign="alert" /> {error}
        </p>
      )}
      <Button
        size="small"
        icon={IconPlus}
        disabledReason={isFull ? t`A household has at most 12 people here.` : undefined}
        onClick={() => form.set('people', [...people, newPerson(people.length === 0 ? 'self' : 'child')])}
      >
        <Trans>Add person</Trans>
      </Button>
      {filling && <FillFromMember calculator={calculator} onClose={() => setFilling(false)} />}
    </fieldset>
  );
}
