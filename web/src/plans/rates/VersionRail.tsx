import type { RateTableDetail } from '@openbenefits/contract/rate-tables';
import { formatDate } from '@openbenefits/domain/calendar-date';
import { subtract } from '@openbenefits/domain/money';
import { gapsBetween, takeOver } from '@openbenefits/domain/plans/rate-periods';
import type { GridProblem } from '@openbenefits/domain/plans/rate-grid-problems';
import { t as now } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '../../paths.ts';
import { toastError } from '../../ui/toasts.ts';
import { TextButton } from '../../ui/Button.tsx';
import { DateText } from '../../ui/DateText.tsx';
import { type Fact, FactList, FactsRail, FactsSection } from '../../ui/FactsRail.tsx';
import { MoneyText } from '../../ui/MoneyText.tsx';
import { StatusSign } from '../../ui/StatusSign.tsx';
import { Count } from '../../ui/Tag.tsx';
import { TimeAgo } from '../../ui/TimeAgo.tsx';
import { words } from '../../words.ts';
import { type RateEffect, subscribersIn } from './row-facts.ts';
import type { DraftSave } from './use-draft-save.ts';
import { lastDay, periodWords } from './version-words.ts';
import classes from './RateTable.module.css';

/** A problem of the version as a whole, with what repairs it. */
export type VersionProblem = {
  key: string;
  title: string;
  note: ReactNode;
  repair?: { label: string; apply: () => void };
};

/** A gap before the version, and another draft for the same first day. */
export function useVersionProblems(table: RateTableDetail, save: DraftSave): VersionProblem[] {
  if (table.status !== 'draft') return [];
  const own = table.versions.filter(({ methodology, id }) => methodology === table.methodology && id !== table.id);
  const inForce = own.flatMap(({ id, periods }) => periods.map((period) => ({ tableId: id, ...period })));
  const { periods } = takeOver(inForce, { tableId: table.id, from: table.from, until: table.until });
  const problems: VersionProblem[] = [];
  const gap = gapsBetween(periods).find(({ until }) => until === table.from);
  if (gap)
    problems.push({
      key: 'gap',
      title: now`Gap before the version`,
      note: now`${periodWords(gap)} has no version.`,
      repair: {
        label: now`Start on ${formatDate(gap.from)}`,
        apply: () => void save.flush({ from: gap.from, until: table.until }).catch(toastError),
      },
    });
  for (const other of own.filter(({ status, from }) => status === 'draft' && from === table.from))
    problems.push({
      key: other.id,
      title: now`Another draft begins on the same day`,
      note: <Link to={paths.rateTable(other.id)}>{now`Version ${other.versionNo} by ${other.createdBy}`}</Link>,
    });
  return problems;
}

type Target = Pick<GridProblem, 'row' | 'column' | 'gap' | 'setting'>;

function Problems({
  problems,
  versionProblems,
  effect,
  onGoTo,
}: {
  problems: readonly GridProblem[];
  versionProblems: readonly VersionProblem[];
  effect: RateEffect | undefined;
  onGoTo: (problem: Target) => void;
}) {
  const all = problems.length + versionProblems.length;
  return (
    <FactsSection title={now`Problems`} action={<Count>{all}</Count>}>
      {all === 0 && (
        <p className={classes.none}>
          <Trans>None. Every age has one row with all its rates.</Trans>
        </p>
      )}
      <ul className={classes.problems}>
        {versionProblems.map(({ key, title, note, repair }) => (
          <li key={key} data-severity="warning">
            <StatusSign sign="eye" />
            <span>
              {title}
              <small>
                {note} {repair && <TextButton onClick={repair.apply}>{repair.label}</TextButton>}
              </small>
            </span>
          </li>
        ))}
        {problems.map((problem) => {
          const affected = problem.gap ? subscribersIn(effect, problem.gap) : null;
          return (
            <li
              key={`${problem.row} ${problem.column} ${problem.setting} ${problem.text}`}
              data-severity={problem.gap ? 'warning' : problem.severity}
            >
              <StatusSign sign={problem.severity === 'error' && !problem.gap ? 'alert' : 'eye'} />
              <span>
                <TextButton onClick={() => onGoTo(problem)}>{words(problem.text)}</TextButton>
                {problem.place !== null && <small>{problem.place}</small>}
                {affected !== null && affected > 0 && (
                  <small>
                    <Plural value={affected} one="# subscriber without a rate" other="# subscribers without a rate" />
                  </small>
                )}
              </span>
            </li>
          );
        })}
      </ul>
    </FactsSection>
  );
}

function ThisVersion({ table, onEditPeriod }: { table: RateTableDetail; onEditPeriod: (() => void) | undefined }) {
  const { t } = useLingui();
  const facts: Fact[] = [
    { label: t`Valid from`, value: <DateText date={table.from} /> },
    { label: t`Valid until`, value: table.until === null ? t`open` : <DateText date={lastDay(table.until)} /> },
    { label: t`Rating methodology`, value: table.methodology },
    ...(table.status === 'active' && table.periods.length > 0
      ? [{ label: t`In force`, value: table.periods.map(periodWords).join(', ') }]
      : []),
    ...(table.copiedFrom
      ? [
          {
            label: t`Copied from`,
            value: <Link to={paths.rateTable(table.copiedFrom.id)}>{t`Version ${table.copiedFrom.versionNo}`}</Link>,
          },
        ]
      : []),
    ...(table.source === null ? [] : [{ label: t`Source`, value: table.source }]),
    ...(table.lastChange
      ? [{ label: t`Last change`, value: table.lastChange.by, note: <TimeAgo instant={table.lastChange.at} /> }]
      : []),
  ];
  return (
    <FactsSection
      title={t`This version`}
      action={
        onEditPeriod && (
          <TextButton onClick={onEditPeriod}>
            <Trans>Change dates</Trans>
          </TextButton>
        )
      }
      facts={facts}
    />
  );
}

function Effect({ table, effect }: { table: RateTableDetail; effect: RateEffect }) {
  const { t } = useLingui();
  const { premiumNow: before, premiumThen: after } = effect;
  return (
    <FactsSection title={t`Effect, rows without a problem`}>
      <FactList
        facts={[
          { label: t`Groups`, value: effect.groups.toLocaleString('en-US') },
          { label: t`Subscribers`, value: effect.subscribers.toLocaleString('en-US') },
          ...(effect.held > 0
            ? [{ label: t`Without a rate`, value: effect.held.toLocaleString('en-US'), note: t`in this version` }]
            : []),
          ...(effect.unknownAges > 0
            ? [{ label: t`Without a birth date`, value: effect.unknownAges.toLocaleString('en-US') }]
            : []),
          {
            label: t`Premium a month now`,
            value: <MoneyText cents={before} unknownReason={t`These subscribers have no rate today.`} />,
          },
          {
            label: t`With version ${table.versionNo}`,
            value: (
              <MoneyText
                cents={before === null || after === null ? after : subtract(after, before)}
                difference={before !== null}
                unknownReason={t`No subscriber has a rate in this version yet.`}
              />
            ),
            total: true,
          },
        ]}
      />
    </FactsSection>
  );
}

function Approvals({ table }: { table: RateTableDetail }) {
  const { t } = useLingui();
  return (
    <FactsSection title={t`Approvals`}>
      <ul className={classes.approvals}>
        <li>
          <StatusSign sign="circle" />
          <span>
            {table.created.by}
            <small>
              <Trans>created the version, cannot activate it</Trans>
            </small>
          </span>
        </li>
        <li>
          <StatusSign sign={table.activated ? 'dot' : 'circle'} />
          <span>
            {table.activated ? table.activated.by : <Trans>A second person</Trans>}
            <small>
              {table.activated ? (
                <>
                  <Trans>activated it</Trans> <TimeAgo instant={table.activated.at} />
                  {table.activated.reason !== null && <>. {table.activated.reason}</>}
                </>
              ) : (
                <Trans>required for every rate table</Trans>
              )}
            </small>
          </span>
        </li>
      </ul>
    </FactsSection>
  );
}

export function VersionRail(props: {
  table: RateTableDetail;
  problems: readonly GridProblem[];
  versionProblems: readonly VersionProblem[];
  effect: RateEffect | undefined;
  onGoTo: (problem: Target) => void;
  onEditPeriod: (() => void) | undefined;
}) {
  const { table, effect } = props;
  const { t } = useLingui();
  return (
    <FactsRail label={t`About this version`}>
      {table.status === 'draft' && <Problems {...props} />}
      <ThisVersion table={table} onEditPeriod={props.onEditPeriod} />
      {effect && effect.subscribers > 0 && table.status === 'draft' && <Effect table={table} effect={effect} />}
      <Approvals table={table} />
    </FactsRail>
  );
}
