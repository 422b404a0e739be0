import { formatDate } from '@openbenefits/domain/calendar-date';
import { rateChangeText } from '@openbenefits/domain/plans/rate-change';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconCalculator, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Outlet, useLocation, useNavigate } from 'react-router';
import { orpc } from '../api.ts';
import { problemOf } from '../errors.ts';
import { paths } from '../paths.ts';
import { useWhyNot } from '../session.ts';
import { Button, ButtonLink } from '../ui/Button.tsx';
import { MoneyText } from '../ui/MoneyText.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { type Stat, StatStrip } from '../ui/StatStrip.tsx';
import { TabLinks } from '../ui/Tabs.tsx';
import { CreatePlanDialog } from './edit/CreatePlanDialog.tsx';
import classes from './Plans.module.css';

/** The four figures, each with its definition. */
function PlanStats() {
  const { t } = useLingui();
  const { data, error } = useQuery(orpc.plans.figures.queryOptions());
  const unknown = error && !data ? { value: null, unknownReason: problemOf(error).message } : null;
  const enrollments = data?.enrollments.toLocaleString('en-US');
  const from = data?.nextYear && formatDate(data.nextYear);
  const stats: Stat[] = [
    {
      label: t`Active Plans`,
      value: data?.active,
      meaning: data && t`${data.plans} plans, ${data.draft} draft, ${data.terminated} terminated`,
      to: `${paths.plans}?status=active`,
      ...unknown,
    },
    {
      label: t`Total Enrolled`,
      value: data?.people,
      meaning: data && t`people, ${enrollments} enrollments`,
      to: paths.members,
      ...unknown,
    },
    {
      label: t`Avg Premium`,
      value: data && (data.averagePremium === null ? null : <MoneyText cents={data.averagePremium} />),
      unknownReason: t`No employee has rated coverage today`,
      meaning: t`per employee a month`,
      ...unknown,
    },
    {
      label: t`Rate Increase`,
      value:
        data &&
        (data.rateIncrease === null ? null : data.rateIncrease === 0 ? '0.0%' : rateChangeText(data.rateIncrease)),
      unknownReason: t`No plan with members has active rates for its next plan year`,
      meaning: data && (
        <>
          {from}
          {data.withoutRates > 0 && (
            <>
              {from ? ', ' : ''}
              <span className={classes.warn}>
                <Plural value={data.withoutRates} one="# plan without rates" other="# plans without rates" />
              </span>
            </>
          )}
        </>
      ),
      ...unknown,
    },
  ];
  return <StatStrip label={t`Plans in figures`} stats={stats} />;
}

/** The frame of the pages of Plan and Rate Management (specification 2, section 2): title, figures, tabs. */
export function Component() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const mayNot = useWhyNot('plans.edit');
  const [creating, setCreating] = useState(false);
  return (
    <>
      <PageHeader
        title={t`Plan and Rate Management`}
        breadcrumb={[{ label: t`Plan & Rate Management` }]}
        actions={
          <>
            <ButtonLink icon={IconCalculator} to={paths.rateCalculator}>
              <Trans>Rate Calculator</Trans>
            </ButtonLink>
            <Button
              variant={pathname === paths.plans ? 'primary' : 'default'}
              icon={IconPlus}
              disabledReason={mayNot}
              onClick={() => setCreating(true)}
            >
              <Trans>Create Plan</Trans>
            </Button>
          </>
        }
      />
      <PlanStats />
      <TabLinks
        label={t`Plan and Rate Management`}
        links={[
          { to: paths.plans, label: t`Health Plans` },
          { to: paths.plansRates, label: t`Rate Tables` },
          { to: paths.plansBenefits, label: t`Benefits Design` },
          { to: paths.renewals, label: t`Renewals` },
        ]}
      />
      <Outlet />
      {creating && (
        <CreatePlanDialog onClose={() => setCreating(false)} onCreated={(id) => void navigate(paths.plan(id))} />
      )}
    </>
  );
}
