import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { type LoaderFunctionArgs, redirect, type RouteObject } from 'react-router';
import { Gate } from './gate/Gate.tsx';
import { paths } from './paths.ts';
import { AppShell } from './shell/AppShell.tsx';
import { activeEntry } from './shell/navigation.ts';
import { ComingSoon, NotBuiltYet } from './shell/NotBuiltYet.tsx';
import { NotFound } from './shell/NotFound.tsx';
import { RootError, RouteError } from './shell/RouteError.tsx';

type Lazy = NonNullable<RouteObject['lazy']>;

const groupsPage: Lazy = () => import('./groups/GroupsPage.tsx');
const groupPage: Lazy = () => import('./GroupPage.tsx');
const membersPage: Lazy = () => import('./members/MembersPage.tsx');
const uploadPage: Lazy = () => import('./files/upload/UploadPage.tsx');

/** A screen that shows its name: the sidebar's, unless the specification has another. */
function named(path: string, Screen: typeof NotBuiltYet, title?: MessageDescriptor): RouteObject {
  const place = activeEntry(path);
  return {
    path,
    element: (
      <Screen
        title={title ?? place?.entry.label ?? msg`OpenBenefits`}
        section={place && place.section.entries.length > 1 ? place.section.label : undefined}
      />
    ),
  };
}

const later = (path: string, title?: MessageDescriptor): RouteObject => named(path, NotBuiltYet, title);
const soon = (path: string): RouteObject => named(path, ComingSoon);
const leadsTo = (path: string, to: (args: LoaderFunctionArgs) => string): RouteObject => ({
  path,
  loader: (args) => redirect(to(args)),
  element: null,
});

/** Every route of the application (specification 1, section 2.4; specification 2, section 2). */
const screens: RouteObject[] = [
  { path: paths.home, lazy: () => import('./home/HomePage.tsx') },
  { path: paths.dashboard, lazy: () => import('./dashboard/DashboardPage.tsx') },

  { path: paths.groups, lazy: groupsPage },
  { path: paths.groupsAnalytics, lazy: groupsPage },
  { path: paths.ichraGroups, lazy: groupsPage },
  { path: paths.groupSetup, lazy: () => import('./groups/setup/GroupSetupPage.tsx') },
  { path: paths.groupsManagement, lazy: () => import('./groups/management/GroupManagementPage.tsx') },
  { path: paths.groupsAdmin, lazy: () => import('./groups/admin/GroupAdminPage.tsx') },
  later(paths.groupsPolicies, msg`Group Policy Management`),
  { path: paths.groupPattern, lazy: groupPage },
  { path: paths.groupMemberPattern, lazy: groupPage },
  leadsTo(paths.groupManagementPattern, ({ params }) => paths.group(params['groupId'] ?? '', 'settings')),

  { path: paths.members, lazy: membersPage },
  { path: paths.membersEnrollment, lazy: membersPage },
  { path: paths.membersAnalytics, lazy: membersPage },
  { path: paths.ichraReimbursements, lazy: membersPage },
  { path: paths.membersDuplicates, lazy: () => import('./members/DuplicatesPage.tsx') },
  later(paths.membersLifecycle, msg`Member Lifecycle Management`),

  { path: paths.filesUpload, lazy: uploadPage },
  { path: paths.ichraMarketplace, lazy: uploadPage },
  { path: paths.filesPartners, lazy: () => import('./files/partners/PartnersPage.tsx') },
  { path: paths.filesOutbound, lazy: () => import('./files/outbound/OutboundPage.tsx') },
  { path: paths.fileJobPattern, lazy: () => import('./files/job/JobPage.tsx') },
  { path: paths.fileColumnsPattern, lazy: () => import('./files/columns/ColumnsPage.tsx') },
  { path: paths.fileRefusedPattern, lazy: () => import('./files/refused/RefusedPage.tsx') },
  { path: paths.filesHistory, lazy: () => import('./files/history/HistoryPage.tsx') },
  { path: paths.filesQueue, lazy: () => import('./files/queue/QueuePage.tsx') },
  leadsTo(paths.processingQueue, ({ request }) => paths.filesQueue + new URL(request.url).search),
  leadsTo(paths.fileUpload, ({ request }) => paths.filesUpload + new URL(request.url).search),

  {
    lazy: () => import('./plans/PlansLayout.tsx'),
    children: [
      { path: paths.plans, lazy: () => import('./plans/list/PlansPage.tsx') },
      { path: paths.plansRates, lazy: () => import('./plans/rates/RateTablesPage.tsx') },
      { path: paths.plansBenefits, lazy: () => import('./plans/benefits/BenefitsPage.tsx') },
      { path: paths.renewals, lazy: () => import('./plans/renewals/RenewalsPage.tsx') },
    ],
  },
  { path: paths.ageCurves, lazy: () => import('./plans/rates/data/AgeCurvesPage.tsx') },
  { path: paths.ratingAreas, lazy: () => import('./plans/rates/data/RatingAreasPage.tsx') },
  { path: paths.rateTablePattern, lazy: () => import('./plans/rates/RateTablePage.tsx') },
  { path: paths.rateCalculator, lazy: () => import('./RateCalculatorPage.tsx') },
  { path: paths.renewalPattern, lazy: () => import('./plans/renewals/RenewalPage.tsx') },
  { path: paths.renewalSimulationPattern, lazy: () => import('./plans/renewals/SimulationPage.tsx') },
  { path: paths.planPattern, lazy: () => import('./plans/detail/PlanPage.tsx') },
  { path: paths.approvals, lazy: () => import('./approvals/ApprovalsPage.tsx') },
  { path: paths.billing, lazy: () => import('./billing/BillingPage.tsx') },
  { path: paths.aging, lazy: () => import('./billing/arrears/AgingPage.tsx') },
  { path: paths.delinquency, lazy: () => import('./billing/arrears/DelinquencyPage.tsx') },
  { path: paths.billingMonths, lazy: () => import('./billing/months/MonthsPage.tsx') },
  { path: paths.billRuns, lazy: () => import('./billing/runs/RunsPage.tsx') },
  { path: paths.billRunPattern, lazy: () => import('./billing/runs/RunPage.tsx') },
  { path: paths.billingMonthPattern, lazy: () => import('./billing/month/MonthPage.tsx') },
  { path: paths.billingRefunds, lazy: () => import('./payments/refunds/RefundsPage.tsx') },
  { path: paths.ach, lazy: () => import('./payments/ach/AchPage.tsx') },
  { path: paths.carrierRemittances, lazy: () => import('./payments/carrier-remittances/RemittancesPage.tsx') },
  { path: paths.reconciliation, lazy: () => import('./payments/reconciliation/ReconciliationsPage.tsx') },
  { path: paths.reconciliationPattern, lazy: () => import('./payments/reconciliation/ReconciliationPage.tsx') },
  { path: paths.payments, lazy: () => import('./payments/PaymentsPage.tsx') },
  later(paths.caseSearch, msg`Case Search and Member Services`),
  later(paths.hr, msg`HR Administration`),
  later(paths.hrOnboarding, msg`HR Administration`),
  later(paths.hrCommunications, msg`HR Administration`),
  later(paths.adminUsers),
  later(paths.adminSettings),
  later(paths.adminIntegrations, msg`Integration Management`),
  { path: paths.adminAudit, lazy: () => import('./admin/AuditPage.tsx') },
  { path: paths.adminMails, lazy: () => import('./admin/MailsPage.tsx') },
  later(paths.myAccount, msg`My Account`),
  later(paths.profile, msg`My Profile`),
  later(paths.settings, msg`Settings`),

  soon(paths.claims),
  soon(paths.claimsAuthorizations),
  soon(paths.claimsAnalytics),
  soon(paths.cobra),
  soon(paths.cobraEvents),
  soon(paths.cobraBilling),

  { path: '*', element: <NotFound /> },
];

export const routes: RouteObject[] = [
  {
    errorElement: <RootError />,
    children: [
      // Public: outside the gate and the shell.
      { path: paths.welcome, lazy: () => import('./landing/LandingPage.tsx') },
      {
        element: <Gate />,
        children: [{ element: <AppShell />, children: [{ errorElement: <RouteError />, children: screens }] }],
      },
    ],
  },
];
