import { addMonths, type CalendarDate, firstOfMonth, parseCalendarDate } from '@openbenefits/domain/calendar-date';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useParams, useSearchParams } from 'react-router';
import { orpc } from '../../api.ts';
import { useCursorPages } from '../../cursor-pages.ts';
import { paths } from '../../paths.ts';
import { today } from '../../today.ts';
import { DateInput, Select } from '../../ui/Fields.tsx';
import { MoneyText } from '../../ui/MoneyText.tsx';
import { monthName } from '../../ui/month-name.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { type Stat, StatStrip } from '../../ui/StatStrip.tsx';
import { TimeAgo } from '../../ui/TimeAgo.tsx';
import classes from './Month.module.css';
import { MonthRows, type MonthView } from './MonthRows.tsx';

const PAGE_SIZE = 50;
/** The end of a day where the user is, as an instant: everything that was recorded on that day was known. */
const endOf = (day: CalendarDate): string => new Date(`${day}T23:59:59.999`).toISOString();

/** The month, what Then is, and which lines are shown: in the address, so that links and Back show the same. */
function useMonthAddress() {
  const { groupId = '', month = '' } = useParams();
  const [params, setParams] = useSearchParams();
  const change = (name: string, value: string | undefined) =>
    setParams(
      (before) => {
        if (value) before.set(name, value);
        else before.delete(name);
        return before;
      },
      { replace: true, preventScrollReset: true },
    );
  return {
    groupId,
    month: firstOfMonth(parseCalendarDate(`${month}-01`) ?? today()),
    knownOn: parseCalendarDate(params.get('known') ?? ''),
    onlyDifferent: params.get('lines') !== 'all',
    onKnown: (day: string) => change('known', day),
    onLines: (lines: 'all' | 'different') => change('lines', lines === 'all' ? 'all' : undefined),
    search: params.toString(),
  };
}
type Address = ReturnType<typeof useMonthAddress>;

function useStats(data: MonthView | undefined, knownOn: CalendarDate | undefined): Stat[] {
  const { t } = useLingui();
  const number = data?.bill?.number;
  return [
    {
      label: t`As known then`,
      value: data && <MoneyText cents={data.sums.before} />,
      meaning:
        data &&
        (knownOn ? (
          t`at the end of the chosen day`
        ) : number ? (
          <Trans>bill {number}</Trans>
        ) : (
          t`no bill was posted for this month`
        )),
      amount: true,
    },
    {
      label: t`As known now`,
      value: data && <MoneyText cents={data.sums.now} />,
      meaning: t`with today's coverage and rates`,
      amount: true,
    },
    {
      label: t`Difference`,
      value: data && <MoneyText cents={data.sums.difference} difference />,
      meaning: data && <Plural value={data.changed} one="# subscriber differs" other="# subscribers differ" />,
      amount: true,
    },
    {
      label: t`Adjusted by later bills`,
      value: data && <MoneyText cents={data.sums.adjusted} difference />,
      meaning: t`posted for this month since`,
      amount: true,
    },
  ];
}

function Toolbar({ address }: { address: Address }) {
  const { t } = useLingui();
  const { groupId, month, knownOn, onlyDifferent, search } = address;
  return (
    <div className={classes.toolbar}>
      <nav className={classes.months} aria-label={t`Months`}>
        {[addMonths(month, -1), addMonths(month, 1)].map((other) => (
          <Link key={other} to={{ pathname: paths.billingMonth(groupId, other), search }} preventScrollReset>
            {monthName(other, 'short')}
          </Link>
        ))}
      </nav>
      <DateInput
        label={t`As known on`}
        description={t`Leave empty for the cut-off of the bill`}
        max={today()}
        value={knownOn ?? ''}
        onChange={address.onKnown}
      />
      <Select<'all' | 'different'>
        label={t`Lines`}
        value={onlyDifferent ? 'different' : 'all'}
        choices={[
          { value: 'different', label: t`Only differences` },
          { value: 'all', label: t`All lines` },
        ]}
        onChange={address.onLines}
      />
    </div>
  );
}

/** A group's month as known then and as known now, line by line (money engine, sections 1.4 and 2). */
export function Component() {
  const { t } = useLingui();
  const address = useMonthAddress();
  const { groupId, month, knownOn, onlyDifferent } = address;
  const pages = useCursorPages(PAGE_SIZE, `${groupId} ${month} ${knownOn ?? ''} ${onlyDifferent}`);
  const query = useQuery(
    orpc.billing.monthView.queryOptions({
      input: {
        groupId,
        month,
        onlyDifferent,
        limit: PAGE_SIZE,
        cursor: pages.cursor,
        ...(knownOn && { knownAt: endOf(knownOn) }),
      },
      placeholderData: keepPreviousData,
    }),
  );
  const data = query.isPlaceholderData ? undefined : query.data;
  const name = monthName(month);
  return (
    <>
      <PageHeader
        title={t`${name}, then and now`}
        breadcrumb={[
          { label: t`Billing & Payments`, to: paths.billing },
          { label: query.data?.groupName ?? t`Group`, to: paths.billingOf(groupId) },
        ]}
        facts={
          data?.thenAt && (
            <span>
              <Trans>Then is as known</Trans> <TimeAgo instant={data.thenAt} />
            </span>
          )
        }
      />
      <StatStrip compact label={t`Amounts of the month`} stats={useStats(data, knownOn)} />
      <Toolbar address={address} />
      <MonthRows query={query} pages={pages} groupId={groupId} onlyDifferent={onlyDifferent} />
    </>
  );
}
