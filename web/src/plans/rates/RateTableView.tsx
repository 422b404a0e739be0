import type { RateTableDetail } from '@openbenefits/contract/rate-tables';
import { errorsOf, type GridProblem, gridProblems } from '@openbenefits/domain/plans/rate-grid-problems';
import { hasAgeGroups, rowsOfCells } from '@openbenefits/domain/plans/rate-row';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconColumns2, IconPlus, IconUpload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useReducer, useRef, useState } from 'react';
import { orpc } from '../../api.ts';
import { paths } from '../../paths.ts';
import { useWhyNot } from '../../session.ts';
import { Button, TextButton } from '../../ui/Button.tsx';
import { Detail } from '../../ui/FactsRail.tsx';
import { LeaveGuard } from '../../ui/LeaveGuard.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Tag } from '../../ui/Tag.tsx';
import { CompareDialog } from './CompareDialog.tsx';
import { focusProblem } from './focus-problem.ts';
import { RateGrid } from './grid/RateGrid.tsx';
import { blockOf, gridReducer, openGrid } from './grid/grid-state.ts';
import { GridFoot, GridToolbar, PasteMessage } from './GridToolbar.tsx';
import { ImportDialog } from './ImportDialog.tsx';
import { NewVersionDialog } from './NewVersionDialog.tsx';
import { PeriodDialog } from './PeriodDialog.tsx';
import { RateFooter } from './RateFooter.tsx';
import { RatesExport } from './RatesExport.tsx';
import { SaveBanner } from './SaveBanner.tsx';
import { SettingsPanel } from './settings/SettingsPanel.tsx';
import { earlierSums, factsOf, subscribersIn } from './row-facts.ts';
import { type DraftSave, useDraftSave } from './use-draft-save.ts';
import { VersionAxis } from './VersionAxis.tsx';
import { UnreadParts } from './UnreadParts.tsx';
import { useVersionProblems, VersionRail } from './VersionRail.tsx';
import classes from './RateTable.module.css';

type Target = Pick<GridProblem, 'row' | 'column' | 'gap' | 'setting'>;
const LAST_ROW: Target = { row: 'last', column: 'age', gap: null, setting: null };

type Opened = 'compare' | 'import' | 'new' | 'period' | null;

function HeaderActions({
  canEdit,
  hasOthers,
  onOpen,
  onAddRow,
  table,
  mayNot,
}: {
  table: RateTableDetail;
  canEdit: boolean;
  hasOthers: boolean;
  mayNot: string | undefined;
  onOpen: (dialog: Opened) => void;
  onAddRow: (() => void) | undefined;
}) {
  const { t } = useLingui();
  return (
    <>
      <Button
        icon={IconColumns2}
        onClick={() => onOpen('compare')}
        disabledReason={hasOthers ? undefined : t`This is the only version of its method.`}
      >
        <Trans>Compare versions</Trans>
      </Button>
      <RatesExport tableId={table.id} />
      <Button
        icon={IconUpload}
        onClick={() => onOpen('import')}
        disabledReason={
          mayNot ?? (canEdit ? undefined : t`Only a draft can be changed. Make a new version from the file.`)
        }
      >
        <Trans>Import file</Trans>
      </Button>
      {onAddRow && (
        <Button icon={IconPlus} onClick={onAddRow}>
          <Trans>Add Rate</Trans>
        </Button>
      )}
    </>
  );
}

function Dialogs({
  opened,
  onClose,
  table,
  save,
  onReload,
  state,
}: {
  opened: Opened;
  onClose: () => void;
  table: RateTableDetail;
  save: DraftSave;
  onReload: () => Promise<void>;
  state: ReturnType<typeof openGrid>;
}) {
  switch (opened) {
    case 'compare':
      return <CompareDialog table={table} rows={state.rows} settings={state.settings} onClose={onClose} />;
    case 'import':
      return <ImportDialog table={table} onClose={onClose} flush={save.flush} onImported={onReload} />;
    case 'new':
      return <NewVersionDialog planId={table.plan.id} from={table} onClose={onClose} />;
    case 'period':
      return <PeriodDialog table={table} onClose={onClose} onSave={(period) => save.flush(period)} />;
    case null:
      return null;
  }
}

/** The state of the page: the grid, what is wrong with it, and what it does to members. */
function useRateTable(table: RateTableDetail) {
  const [state, dispatch] = useReducer(gridReducer, null, () =>
    openGrid(table.settings, rowsOfCells(table.settings, table.cells)),
  );
  const save = useDraftSave(table, state, dispatch);
  const { settings, rows } = state;
  const isDraft = table.status === 'draft';
  const problems = useMemo(() => (isDraft ? gridProblems(settings, rows) : []), [settings, rows, isDraft]);
  const effect = useQuery(orpc.plans.rates.effect.queryOptions({ input: { id: table.id } })).data;
  const earlier = useMemo(() => earlierSums(table.before), [table.before]);
  const facts = useMemo(
    () => factsOf(rows, settings.method, earlier, effect),
    [rows, settings.method, earlier, effect],
  );
  return { state, dispatch, save, problems, effect, facts };
}
type RateTableState = ReturnType<typeof useRateTable>;

/** The grid with its tools. */
function Rates({
  table,
  on,
  canEdit,
  onGoTo,
}: {
  table: RateTableDetail;
  on: RateTableState;
  canEdit: boolean;
  onGoTo: (problem: Target) => void;
}) {
  const { t } = useLingui();
  const { state, dispatch, save, problems, facts, effect } = on;
  return (
    <>
      <GridToolbar
        table={table}
        state={state}
        dispatch={dispatch}
        canEdit={canEdit}
        derive={{ byTier: effect?.byTier ?? [], setSource: save.setSource }}
      />
      <SettingsPanel table={table} state={state} dispatch={dispatch} canEdit={canEdit} />
      <UnreadParts state={state} dispatch={dispatch} canEdit={canEdit} />
      <PasteMessage state={state} dispatch={dispatch} onGoTo={onGoTo} />
      <div className="panel">
        <RateGrid
          label={t`Rates of version ${table.versionNo}`}
          state={state}
          dispatch={dispatch}
          problems={problems}
          facts={facts}
          gapSubscribers={(gap) => subscribersIn(effect, gap)}
          canEdit={canEdit}
          hasSubscribers={state.settings.method !== 'composite'}
        />
        <GridFoot state={state} block={blockOf(state)} problems={problems} canEdit={canEdit} />
      </div>
    </>
  );
}

function Header({
  table,
  canEdit,
  mayNot,
  onOpen,
  onAddRow,
}: {
  table: RateTableDetail;
  canEdit: boolean;
  mayNot: string | undefined;
  onOpen: (dialog: Opened) => void;
  onAddRow: (() => void) | undefined;
}) {
  const { t } = useLingui();
  const crumbs = [
    { label: t`Plan & Rate Management`, to: paths.plans },
    { label: t`Rate Tables`, to: paths.plansRates },
    { label: table.plan.name },
  ];
  return (
    <>
      <PageHeader
        title={table.plan.name}
        documentTitle={t`Rates of ${table.plan.name}`}
        breadcrumb={crumbs}
        badge={<Tag mono>{table.plan.code}</Tag>}
        actions={
          <HeaderActions
            table={table}
            canEdit={canEdit}
            mayNot={mayNot}
            hasOthers={table.versions.some(({ id, method }) => id !== table.id && method === table.method)}
            onOpen={onOpen}
            onAddRow={onAddRow}
          />
        }
      />
      <VersionAxis
        table={table}
        action={
          <TextButton onClick={() => onOpen('new')} disabledReason={mayNot}>
            <Trans>New version</Trans>
          </TextButton>
        }
      />
    </>
  );
}

/** A version's page: its axis, its rates as a grid, and what keeps it a draft. */
export function RateTableView({ table, onReload }: { table: RateTableDetail; onReload: () => Promise<void> }) {
  const mayNot = useWhyNot('plans.edit');
  const canEdit = table.status === 'draft' && mayNot === undefined;
  const on = useRateTable(table);
  const { state, dispatch, save, problems, effect } = on;
  const [opened, open] = useState<Opened>(null);
  const content = useRef<HTMLDivElement>(null);
  const versionProblems = useVersionProblems(table, save);
  const goTo = (problem: Target) => focusProblem(content.current, state, dispatch, problem);
  const addRow = () => {
    dispatch({ do: 'add row', band: null });
    setTimeout(() => focusProblem(content.current, null, dispatch, LAST_ROW));
  };
  return (
    <>
      <LeaveGuard unsaved={save.hasUnsaved}>
        <Trans>Some rates are not saved yet.</Trans>
      </LeaveGuard>
      <Header
        table={table}
        canEdit={canEdit}
        mayNot={mayNot}
        onOpen={open}
        onAddRow={canEdit && hasAgeGroups(table.method) ? addRow : undefined}
      />
      <SaveBanner save={save} onReload={onReload} />
      <Detail
        rail={
          <VersionRail
            table={table}
            problems={problems}
            versionProblems={versionProblems}
            effect={effect}
            onGoTo={goTo}
            onEditPeriod={canEdit ? () => open('period') : undefined}
          />
        }
      >
        <div ref={content} className={classes.content}>
          <Rates table={table} on={on} canEdit={canEdit} onGoTo={goTo} />
        </div>
      </Detail>
      <RateFooter table={table} errors={errorsOf(problems).length} save={save} onReload={onReload} />
      <Dialogs opened={opened} onClose={() => open(null)} table={table} save={save} onReload={onReload} state={state} />
    </>
  );
}
