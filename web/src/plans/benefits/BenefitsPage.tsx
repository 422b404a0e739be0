import type { BenefitCard as Card } from '@openbenefits/contract/plan-catalog';
import { COVERAGE_LINES, type CoverageLine } from '@openbenefits/domain/coverage-line';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconColumns2 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { orpc } from '../../api.ts';
import { COVERAGE_LINE_LABEL } from '../../domain-labels.ts';
import { useWhyNot } from '../../session.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Select } from '../../ui/Fields.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import plansClasses from '../Plans.module.css';
import { BenefitCard, editButtonOf } from './BenefitCard.tsx';
import classes from './Benefits.module.css';
import { CompareDialog } from './CompareDialog.tsx';
import { EditBenefits } from './EditBenefits.tsx';

/** The line and the plan being edited, in the address. */
function useBenefitsAddress() {
  const [params, setParams] = useSearchParams();
  const asked = params.get('line');
  const line: CoverageLine | 'all' = COVERAGE_LINES.find((one) => one === asked) ?? 'all';
  const set = (name: string, value: string | null) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        if (value === null) next.delete(name);
        else next.set(name, value);
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  return {
    line,
    planId: params.get('plan'),
    setLine: (value: CoverageLine | 'all') => set('line', value === 'all' ? null : value),
    edit: (id: string | null) => set('plan', id),
  };
}

function Cards({
  cards,
  editing,
  onEdit,
}: {
  cards: readonly Card[];
  editing: string | null;
  onEdit: (id: string) => void;
}) {
  const mayNot = useWhyNot('plans.view');
  const { data: figures } = useQuery(orpc.plans.figures.queryOptions());
  const lines = COVERAGE_LINES.filter((line) => cards.some((card) => card.line === line));
  return lines.map((line) => {
    const own = cards.filter((card) => card.line === line);
    return (
      <section key={line} aria-label={COVERAGE_LINE_LABEL[line]}>
        <h3 className={classes.line}>
          {COVERAGE_LINE_LABEL[line]}{' '}
          <span>
            · <Plural value={own.length} one="# active" other="# active" />
          </span>
        </h3>
        <div className={classes.cards}>
          {own.map((card) => (
            <BenefitCard
              key={card.id}
              card={card}
              enrolled={figures && (figures.enrolled.find(({ planId }) => planId === card.id)?.members ?? 0)}
              editing={card.id === editing}
              mayNot={mayNot}
              onEdit={() => onEdit(card.id)}
            />
          ))}
        </div>
      </section>
    );
  });
}

/** Benefits Design: the active plans and what they pay (picture 11b). */
export function Component() {
  const { t } = useLingui();
  const { line, planId, setLine, edit } = useBenefitsAddress();
  const [comparing, setComparing] = useState(false);
  const { data, error, refetch } = useQuery(orpc.plans.benefits.cards.queryOptions({ input: {} }));
  // The button is there once the panel is gone.
  const last = useRef<string | null>(null);
  useEffect(() => {
    if (planId === null && last.current !== null) document.getElementById(editButtonOf(last.current))?.focus();
    last.current = planId;
  }, [planId]);
  if (error && !data)
    return <ErrorState error={error} title={t`The benefits could not be loaded`} onRetry={() => void refetch()} />;
  const cards = data?.filter((card) => line === 'all' || card.line === line);
  const editing = data?.find(({ id }) => id === planId);
  return (
    <div className={classes.page} data-editing={editing ? true : undefined}>
      <div className={classes.left}>
        <div className={plansClasses.toolbar}>
          <h2>
            <Trans>Benefits Design</Trans>{' '}
            {data && (
              <span className={classes.count}>
                <Plural value={data.length} one="# active plan" other="# active plans" />
              </span>
            )}
          </h2>
          <Select
            className={plansClasses.select}
            hideLabel
            label={t`Line`}
            value={line}
            choices={[
              { value: 'all', label: t`All Lines` },
              ...COVERAGE_LINES.map((value) => ({ value, label: COVERAGE_LINE_LABEL[value] })),
            ]}
            onChange={setLine}
          />
          <Button
            icon={IconColumns2}
            disabledReason={data && data.length < 2 ? t`There are not two active plans` : undefined}
            onClick={() => setComparing(true)}
          >
            <Trans>Compare</Trans>
          </Button>
        </div>
        {!cards && <Skeleton width={320} />}
        {cards?.length === 0 && (
          <EmptyState title={t`No active plans`}>
            <Trans>Benefits Design shows active plans only. Activate a plan to see it here.</Trans>
          </EmptyState>
        )}
        {cards && <Cards cards={cards} editing={editing?.id ?? null} onEdit={edit} />}
      </div>
      {editing && <EditBenefits key={editing.id} card={editing} onClose={() => edit(null)} />}
      {comparing && cards && data && (
        <CompareDialog cards={cards.length > 1 ? cards : data} onClose={() => setComparing(false)} />
      )}
    </div>
  );
}
