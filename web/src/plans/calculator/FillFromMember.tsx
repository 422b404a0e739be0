import { Trans, useLingui } from '@lingui/react/macro';
import type { DirectoryRow } from '@openbenefits/contract/directory';
import type { HouseholdOfMember } from '@openbenefits/contract/rate-calculator';
import { MOST_PEOPLE, MOST_PLANS, withoutMiddleName } from '@openbenefits/domain/plans/rate-calculation';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, orpc } from '../../api.ts';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import classes from './Calculator.module.css';
import type { Calculator } from './use-calculator.ts';

const SHOWN = 8;
const SEARCH_AFTER_MS = 250;

/**
 * Puts a family into the form: its people, group and plans, on the day on which its ages are counted. `leftOut` names
 * what does not fit.
 */
function fill({ form, plans }: Calculator, family: HouseholdOfMember, leftOut: readonly string[]): void {
  const chosen = fitting(plans, family).map(({ id }) => id);
  form.update({
    people: family.people.slice(0, MOST_PEOPLE),
    groupId: family.groupId,
    groupName: family.groupName,
    classId: family.classId,
    locationId: family.locationId,
    zipCode: family.zipCode,
    ratingArea: '',
    salary: family.salary,
    leftOut,
    ...(family.ratedOn ? { coverageDate: family.ratedOn } : {}),
    ...(chosen.length > 0 ? { planIds: chosen } : {}),
  });
}

/** The plans of the family that can be calculated: the active ones, and not more than are compared. */
const fitting = (plans: Calculator['plans'], family: HouseholdOfMember): HouseholdOfMember['plans'] =>
  family.plans.filter(({ id }) => plans.some((plan) => plan.id === id)).slice(0, MOST_PLANS);

function useLeftOut() {
  const { t } = useLingui();
  return (plans: Calculator['plans'], family: HouseholdOfMember): string[] => {
    const taken = fitting(plans, family);
    const others = family.plans.filter((plan) => !taken.includes(plan)).map(({ name }) => name);
    const more = family.people.length - MOST_PEOPLE;
    return [
      ...(others.length > 0 ? [t`Plans of the member that are not shown: ${others.join(', ')}.`] : []),
      ...(more > 0 ? [t`People of the family that are left out: ${more}. The price is not that of the record.`] : []),
    ];
  };
}

/** Subscribers by name, also by a full name with its middle name, which a search does not know. */
function useSubscribers(term: string) {
  const search = (words: string, enabled: boolean) =>
    orpc.directory.list.queryOptions({
      input: { search: words, kind: 'subscriber', limit: SHOWN },
      enabled: enabled && words.length > 1,
      gcTime: 0,
    });
  const short = withoutMiddleName(term);
  const found = useQuery(search(term, true));
  const isNone = found.data?.rows.length === 0;
  const again = useQuery(search(short ?? '', isNone && short !== undefined));
  return isNone && short !== undefined ? again : found;
}

/** Takes relationships and birth dates of a member's family: a reveal of protected values, with a reason. */
export function FillFromMember({ calculator, onClose }: { calculator: Calculator; onClose: () => void }) {
  const { t } = useLingui();
  const [search, setSearch] = useState('');
  const [term] = useDebouncedValue(search.trim(), SEARCH_AFTER_MS);
  const [member, setMember] = useState<DirectoryRow>();
  const found = useSubscribers(term);
  const leftOut = useLeftOut();
  const form = useForm({
    initial: { reason: t`Rate calculation` },
    problemsOf: () => [],
    send: async ({ reason }) => {
      if (!member) return;
      const family = await api.members.household({ groupId: member.groupId, memberId: member.id, reason });
      fill(calculator, family, leftOut(calculator.plans, family));
      onClose();
    },
  });
  const rows = term.length > 1 ? (found.data?.rows ?? []) : [];
  return (
    <FormDialog
      title={t`Fill from a member`}
      size={480}
      saveLabel={t`Fill in the family`}
      busy={form.busy}
      problem={form.formProblem}
      disabledReason={member ? undefined : t`Choose a member first`}
      isDirty={false}
      onSave={form.submit}
      onClose={onClose}
      footerNote={<Trans>Access to birth dates is logged</Trans>}
    >
      <TextField
        label={t`Member`}
        placeholder={t`Name, member number or employee ID`}
        isFirst
        field={{ id: 'fill-member', value: search, onChange: setSearch, error: undefined }}
      />
      {rows.length > 0 && (
        <ul className={classes.found} aria-label={t`Members found`}>
          {rows.map((row) => (
            <li key={row.id}>
              <label>
                <input type="radio" name="member" checked={member?.id === row.id} onChange={() => setMember(row)} />
                <b>{row.name}</b>
                <small>
                  {row.groupName} · {row.memberNumber}
                </small>
              </label>
            </li>
          ))}
        </ul>
      )}
      {term.length > 1 && found.data?.next && (
        <p className={classes.none} role="status">
          <Trans>More people match. Enter more of the name, or the member number.</Trans>
        </p>
      )}
      {term.length > 1 && found.isSuccess && rows.length === 0 && (
        <p className={classes.none} role="status">
          <Trans>No subscriber matches.</Trans>
        </p>
      )}
      <TextField field={form.field('reason')} label={t`Reason`} required maxLength={500} />
    </FormDialog>
  );
}
