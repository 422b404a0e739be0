import type { BenefitCard, PlanYear } from '@openbenefits/contract/plan-catalog';
import { formatDate } from '@openbenefits/domain/calendar-date';
import { changedBenefits, problemsOfBenefits } from '@openbenefits/domain/plans/benefit-form';
import type { PlanBenefits } from '@openbenefits/domain/plans/plan-benefits';
import { isLockedYear, planYearName } from '@openbenefits/domain/plans/plan-years';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconLock, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { api, orpc } from '../../api.ts';
import { useIdempotencyKey } from '../../idempotency.ts';
import { useWhyNot } from '../../session.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button, explained, IconButton } from '../../ui/Button.tsx';
import { useAskBeforeLoss } from '../../ui/ConfirmDialog.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { LeaveGuard } from '../../ui/LeaveGuard.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { toastGood } from '../../ui/toasts.ts';
import { NewYearDialog } from '../edit/YearDialog.tsx';
import { refreshPlans } from '../refresh-plans.ts';
import { BenefitFields } from './BenefitFields.tsx';
import classes from './Benefits.module.css';

function useYearName(): (year: PlanYear) => string {
  const { t } = useLingui();
  return (year) => {
    const name = planYearName(year);
    return year.state === 'draft' ? t`${name} draft` : name;
  };
}

/** The years of the plan; those in force are locked. */
function Years({
  card,
  year,
  lockedReason,
  onChoose,
}: {
  card: BenefitCard;
  year: PlanYear;
  lockedReason: string | undefined;
  onChoose: (id: string) => void;
}) {
  const { t } = useLingui();
  const nameOf = useYearName();
  return (
    <span className={classes.years} role="group" aria-label={t`Plan year`}>
      {card.years.map((one) => (
        <button
          key={one.id}
          type="button"
          aria-pressed={one.id === year.id}
          {...explained(one.id === year.id ? undefined : lockedReason)}
          onClick={() => lockedReason === undefined && onChoose(one.id)}
        >
          {nameOf(one)}
          {isLockedYear(one.state) && <Icon of={IconLock} size={14} />}
        </button>
      ))}
    </span>
  );
}

/** Who is affected by the change. */
function Effect({ card, year, changes }: { card: BenefitCard; year: PlanYear; changes: number }) {
  const { data } = useQuery(orpc.plans.get.queryOptions({ input: { id: card.id } }));
  const from = formatDate(year.from);
  return (
    <p className={classes.effect} role="status">
      <b>
        {changes === 0 ? (
          <Trans>No changes</Trans>
        ) : (
          <Plural value={changes} one={`# change from ${from}`} other={`# changes from ${from}`} />
        )}
      </b>
      {data && (
        <span>
          <Plural value={data.members} one="# member" other="# members" />
          {', '}
          <Plural value={data.groups} one="# group" other="# groups" />
        </span>
      )}
    </p>
  );
}

type PanelProps = { card: BenefitCard; year: PlanYear; onChoose: (id: string) => void; onClose: () => void };

/** The entered benefits of one plan year, and their save. */
function useBenefits({ card, year, onClose }: PanelProps) {
  const { t } = useLingui();
  const keys = useIdempotencyKey();
  // What the entries rest on, even if the cards are fetched again meanwhile.
  const [before] = useState(year);
  // Saved or discarded: nothing is lost by leaving.
  const isDone = useRef(false);
  const done = () => {
    isDone.current = true;
    onClose();
  };
  const form = useForm<{ benefits: PlanBenefits }>({
    initial: { benefits: before.benefits },
    problemsOf: ({ benefits }) => problemsOfBenefits(benefits),
    send: async ({ benefits }) => {
      const input = { id: card.id, yearId: before.id, version: before.version, benefits };
      await api.plans.benefits.save({ ...input, idempotencyKey: keys.keyFor(input) });
      keys.settle();
      await refreshPlans();
      toastGood(t`Benefits saved`);
      done();
    },
  });
  const changes = changedBenefits(before.benefits, form.values.benefits).length;
  return { before, form, changes, done, unsaved: () => changes > 0 && !isDone.current };
}

/** The years to choose from, and a new one where none is to come. */
function YearRow({
  card,
  year,
  changes,
  locked,
  onChoose,
}: Omit<PanelProps, 'onClose'> & { changes: number; locked: string | undefined }) {
  const { t } = useLingui();
  const mayNot = useWhyNot('plans.edit');
  const [adding, setAdding] = useState(false);
  const hasDraft = card.years.some(({ state }) => state === 'draft');
  return (
    <div className={classes.yearRow}>
      <Years
        card={card}
        year={year}
        lockedReason={changes > 0 ? t`Save or cancel these changes first` : undefined}
        onChoose={onChoose}
      />
      {locked && <span className="meta">{locked}</span>}
      {!hasDraft && !mayNot && (
        <Button size="small" onClick={() => setAdding(true)}>
          <Trans>New plan year</Trans>
        </Button>
      )}
      {adding && <NewYearDialog plan={card} onClose={() => setAdding(false)} onAdded={onChoose} />}
    </div>
  );
}

/** Edits the benefits of one plan year; one in force is shown and locked. */
function YearPanel(props: PanelProps) {
  const { card, onChoose } = props;
  const { t } = useLingui();
  const mayNot = useWhyNot('plans.edit');
  const { before, form, changes, done, unsaved } = useBenefits(props);
  const name = planYearName(before);
  const locked = isLockedYear(before.state) ? t`${name} is in force and locked.` : mayNot;
  const { close, question } = useAskBeforeLoss(changes > 0, done);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <>
      <header>
        <div>
          <p>{card.name}</p>
          <h3 tabIndex={-1} ref={heading}>
            <Trans>Edit Benefits</Trans>
          </h3>
        </div>
        <IconButton icon={IconX} label={t`Close`} onClick={close} />
      </header>
      <div className={classes.form}>
        <YearRow card={card} year={before} changes={changes} locked={locked} onChoose={onChoose} />
        {form.formProblem && <Banner role="alert" tone="bad" title={form.formProblem.message} />}
        <BenefitFields
          networkType={card.networkType}
          benefits={form.values.benefits}
          before={before.benefits}
          onChange={(benefits) => form.set('benefits', benefits)}
          errorAt={form.errorAt}
          lockedReason={locked}
        />
      </div>
      <footer>
        <Effect card={card} year={before} changes={changes} />
        <Button onClick={close}>{locked ? <Trans>Close</Trans> : <Trans>Cancel</Trans>}</Button>
        {!locked && (
          <Button
            variant="primary"
            busy={form.busy}
            disabledReason={changes === 0 ? t`Nothing was changed` : undefined}
            onClick={form.submit}
          >
            <Trans>Save Changes</Trans>
          </Button>
        )}
      </footer>
      <LeaveGuard unsaved={unsaved} tabs>
        <Trans>Your changes of the benefits will be lost.</Trans>
      </LeaveGuard>
      {question}
    </>
  );
}

/** The panel next to the cards. It opens on the next draft, or on the year in force. */
export function EditBenefits({ card, onClose }: { card: BenefitCard; onClose: () => void }) {
  const { t } = useLingui();
  const [chosen, setChosen] = useState<string>();
  const year =
    card.years.find(({ id }) => id === chosen) ?? card.years.find(({ state }) => state === 'draft') ?? card.years[0];
  if (!year) return null;
  return (
    <aside className={`panel ${classes.edit}`} aria-label={t`Edit Benefits of ${card.name}`}>
      <YearPanel key={`${year.id} ${year.version}`} card={card} year={year} onChoose={setChosen} onClose={onClose} />
    </aside>
  );
}
