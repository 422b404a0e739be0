import { COVERAGE_LINES } from '@openbenefits/domain/coverage-line';
import { NETWORK_TYPES } from '@openbenefits/domain/plans/plan-status';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconColumns3 } from '@tabler/icons-react';
import { ExportMenu } from '../../exports/ExportMenu.tsx';
import { COVERAGE_LINE_LABEL, PLAN_STATUS_LABEL } from '../../domain-labels.ts';
import { Button } from '../../ui/Button.tsx';
import { Select } from '../../ui/Fields.tsx';
import { ListChoices } from '../../ui/ListChoices.tsx';
import { Popover } from '../../ui/Popover.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { useDebouncedTerm } from '../../ui/use-debounced-term.ts';
import classes from '../Plans.module.css';
import { type PlanListAddress, STATUS_FILTERS } from './list-address.ts';
import { planListSettings } from './plan-list-settings.ts';

type Props = PlanListAddress & {
  total: number | undefined;
  carriers: readonly string[];
  /** What the list asks for, without its page. */
  filter: Record<string, unknown>;
};

function Filters({ question, ask, carriers }: Props) {
  const { t } = useLingui();
  return (
    <>
      <Select
        className={classes.select}
        hideLabel
        label={t`Line`}
        value={question.line}
        choices={[
          { value: 'all', label: t`All Lines` },
          ...COVERAGE_LINES.map((value) => ({ value, label: COVERAGE_LINE_LABEL[value] })),
        ]}
        onChange={(line) => ask({ line })}
      />
      <Select
        className={classes.select}
        hideLabel
        label={t`Type`}
        value={question.type}
        choices={[{ value: 'all', label: t`All Types` }, ...NETWORK_TYPES.map((value) => ({ value, label: value }))]}
        onChange={(type) => ask({ type })}
      />
      <Select
        className={classes.select}
        hideLabel
        label={t`Status`}
        value={question.status}
        choices={[
          { value: 'all', label: t`All Status` },
          ...STATUS_FILTERS.map((value) => ({
            value,
            label: value === 'withdrawn' ? t`Withdrawn` : PLAN_STATUS_LABEL[value],
          })),
        ]}
        onChange={(status) => ask({ status })}
      />
      <Select
        className={classes.select}
        hideLabel
        label={t`Carrier`}
        value={question.carrier}
        choices={[
          { value: '', label: t`All Carriers` },
          ...[...new Set([...carriers, ...(question.carrier ? [question.carrier] : [])])].map((value) => ({
            value,
            label: value,
          })),
        ]}
        onChange={(carrier) => ask({ carrier })}
      />
    </>
  );
}

export function PlansToolbar(props: Props) {
  const { question, ask, total } = props;
  const { t } = useLingui();
  const { term, change, submit } = useDebouncedTerm(question.search, (search) => ask({ search }, { replace: true }));
  const count = total?.toLocaleString('en-US');
  return (
    <search className={classes.toolbar}>
      <h2>{count === undefined ? <Trans>Health Plans</Trans> : <Trans>Health Plans ({count})</Trans>}</h2>
      <SearchField
        className={classes.search}
        label={t`Search plans`}
        value={term}
        onChange={change}
        onSubmit={submit}
        main
      />
      <Filters {...props} />
      <span className="only-wide">
        <Popover
          label={t`Fields`}
          renderTrigger={(trigger) => (
            <Button {...trigger} icon={IconColumns3}>
              <Trans>Fields</Trans>
            </Button>
          )}
        >
          {() => <ListChoices settings={planListSettings} />}
        </Popover>
      </span>
      <ExportMenu list="plans" filter={props.filter} />
    </search>
  );
}
