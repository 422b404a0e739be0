import { APPROVAL_SUBJECTS } from '@openbenefits/domain/approvals/subjects';
import type { Permission } from '@openbenefits/domain/permissions';
import { change, read, sometimes, stepUp } from './row.ts';

/** What the permissions approve. */
const APPROVES = Object.fromEntries(
  Object.values(APPROVAL_SUBJECTS).map(({ approves, label }) => [approves, label]),
) as Partial<Record<Permission, string>>;

/** Sessions, notifications, search, history, exports, the dashboard and settings. */
export const ADMINISTRATION = {
  'session.current': read('groups', 'anyone'),
  'session.unlock': change('groups', 'noMoney', 'anyone'),
  'session.signIn': change('groups', 'noMoney', 'anyone'),
  'session.signOut': change('groups', 'noMoney', 'anyone'),
  'session.colleagues': read('groups', 'signed_in'),
  'session.switchTo': change('groups', 'noMoney', 'signed_in'),
  'notifications.list': read('groups', 'signed_in'),
  'notifications.markRead': change('groups', 'noMoney', 'signed_in'),
  'approvals.list': sometimes(read('groups', 'signed_in'), APPROVES),
  'approvals.count': sometimes(read('groups', 'signed_in'), APPROVES),
  'approvals.get': sometimes(read('groups', 'signed_in'), APPROVES),
  'approvals.approve': stepUp(sometimes(change('groups', 'decides', 'signed_in'), APPROVES)),
  'approvals.reject': sometimes(change('groups', 'decides', 'signed_in'), APPROVES),
  'approvals.withdraw': sometimes(change('groups', 'decides', 'signed_in'), APPROVES),
  'search.find': sometimes(read('groups', 'groups.view'), {
    'members.view': 'members among the results',
    'protected.search': 'a search by SSN',
    'protected.reveal': 'members found by SSN',
  }),
  'changes.list': read('groups', 'members.view'),
  'changes.items': read('groups', 'members.view'),
  'changes.undoPreview': read('groups', 'members.view'),
  'changes.undo': sometimes(change('groups', 'billed', 'members.edit'), {
    'plans.edit': 'changes of plans',
    'plans.activate': 'changes of rates',
    'groups.edit': 'changes of groups',
  }),
  'changes.pauseUndo': change('groups', 'billed', 'members.edit'),
  'changes.resumeUndo': change('groups', 'billed', 'members.edit'),
  'changes.stopUndo': change('groups', 'billed', 'members.edit'),
  'exports.request': stepUp(
    sometimes(change('groups', 'noMoney', 'compliance.export'), {
      'groups.view': 'lists of groups',
      'members.view': 'lists of members',
      'billing.view': 'lists of bills and payments',
      'plans.view': 'lists of plans',
      'files.queue': 'lists of files',
    }),
  ),
  'admin.organization.get': read('groups', 'signed_in'),
  'admin.organization.save': change('organization', 'noMoney', 'admin.settings'),
  'admin.jobs.list': read('groups', 'admin.settings'),
  'admin.jobs.runs': read('groups', 'admin.settings'),
  'admin.jobs.run': change('organization', 'noMoney', 'admin.settings'),
  'admin.flags.list': read('groups', 'compliance.view'),
  'admin.flags.toggle': change('organization', 'noMoney', 'compliance.audit'),
  'admin.audit.anchors': read('groups', 'compliance.view'),
  'admin.audit.verify': change('groups', 'noMoney', 'compliance.audit'),
  'admin.mails.list': read('groups', 'admin.settings'),
  'admin.mails.get': read('groups', 'admin.settings'),
  'dashboard.insights': read('groups', 'members.view'),
  'dashboard.overview': read('groups', 'members.view'),
  'views.list': read('groups', 'signed_in'),
  'views.save': change('groups', 'noMoney', 'signed_in'),
  'views.remove': change('groups', 'noMoney', 'signed_in'),
  // Uploads and downloads.
  'exports.download': stepUp(read('groups', 'compliance.export')),
};
