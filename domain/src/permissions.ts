/**
 * The five specified roles with their permissions: the five permission categories of specification 2, section 6, and
 * those of later features. An organization has them as rows of its database, locked, and may add roles of its own.
 */
export const SPECIFIED_ROLES = [
  'system_administrator',
  'benefits_administrator',
  'compliance_officer',
  'ichra_specialist',
  'read_only',
] as const;
export type SpecifiedRole = (typeof SPECIFIED_ROLES)[number];

export const ROLE_LABEL: Readonly<Record<SpecifiedRole, string>> = {
  system_administrator: 'System Administrator',
  benefits_administrator: 'Benefits Administrator',
  compliance_officer: 'Compliance Officer',
  ichra_specialist: 'ICHRA Specialist',
  read_only: 'Read Only User',
};

const PERMISSION_CATEGORIES = {
  'Group Management': ['groups.view', 'groups.create', 'groups.edit', 'groups.delete'],
  'Member Management': ['members.view', 'members.add', 'members.edit', 'members.remove'],
  'File Processing': ['files.upload', 'files.process', 'files.queue', 'files.delete'],
  Compliance: ['compliance.view', 'compliance.report', 'compliance.audit', 'compliance.export'],
  'Protected Data': ['protected.search', 'protected.reveal'],
  'Plan & Rate Management': ['plans.view', 'plans.edit', 'plans.activate'],
  'Billing & Payments': [
    'billing.view',
    'billing.run',
    'billing.post',
    'payments.take',
    'payments.approve',
    'payments.refund',
  ],
  'HR & Cases': ['hr.view', 'hr.process', 'cases.view', 'cases.work'],
  ICHRA: ['ichra.view', 'ichra.manage'],
  Administration: ['admin.users', 'admin.settings', 'admin.integrations', 'admin.security'],
} as const;

export type Permission = (typeof PERMISSION_CATEGORIES)[keyof typeof PERMISSION_CATEGORIES][number];

export const PERMISSION_LABEL: Readonly<Record<Permission, string>> = {
  'groups.view': 'View Groups',
  'groups.create': 'Create Groups',
  'groups.edit': 'Edit Groups',
  'groups.delete': 'Delete Groups',
  'members.view': 'View Members',
  'members.add': 'Add Members',
  'members.edit': 'Edit Members',
  'members.remove': 'Remove Members',
  'files.upload': 'Upload Files',
  'files.process': 'Process Files',
  'files.queue': 'View Processing Queue',
  'files.delete': 'Delete Files',
  'compliance.view': 'View Compliance',
  'compliance.report': 'Generate Reports',
  'compliance.audit': 'Access Audit Logs',
  'compliance.export': 'Export Data',
  'protected.search': 'Search by SSN',
  'protected.reveal': 'Reveal Protected Values',
  'plans.view': 'View Plans & Rates',
  'plans.edit': 'Edit Plans & Rates',
  'plans.activate': 'Activate Plans & Rates',
  'billing.view': 'View Bills & Payments',
  'billing.run': 'Run Bills',
  'billing.post': 'Post Bills',
  'payments.take': 'Take Payments',
  'payments.approve': 'Approve Payments & Refunds',
  'payments.refund': 'Request Refunds',
  'hr.view': 'View HR Events',
  'hr.process': 'Process HR Events',
  'cases.view': 'View Cases',
  'cases.work': 'Work on Cases',
  'ichra.view': 'View ICHRA',
  'ichra.manage': 'Manage ICHRA',
  'admin.users': 'User Management',
  'admin.settings': 'System Settings',
  'admin.integrations': 'Integration Management',
  'admin.security': 'Security Settings',
};

const VIEW = [
  'groups.view',
  'members.view',
  'files.queue',
  'plans.view',
  'billing.view',
  'hr.view',
  'cases.view',
  'ichra.view',
] as const satisfies readonly Permission[];
export const ALL_PERMISSIONS = Object.values(PERMISSION_CATEGORIES).flat() as readonly Permission[];

export const PERMISSIONS_OF_ROLE: Readonly<Record<SpecifiedRole, readonly Permission[]>> = {
  system_administrator: ALL_PERMISSIONS,
  benefits_administrator: [
    ...PERMISSION_CATEGORIES['Group Management'],
    ...PERMISSION_CATEGORIES['Member Management'],
    ...PERMISSION_CATEGORIES['File Processing'],
    ...PERMISSION_CATEGORIES.Compliance,
    ...PERMISSION_CATEGORIES['Protected Data'],
    ...PERMISSION_CATEGORIES['Plan & Rate Management'],
    ...PERMISSION_CATEGORIES['Billing & Payments'],
    ...PERMISSION_CATEGORIES['HR & Cases'],
    'ichra.view',
  ],
  compliance_officer: [...VIEW, ...PERMISSION_CATEGORIES.Compliance, ...PERMISSION_CATEGORIES['Protected Data']],
  ichra_specialist: [
    ...VIEW,
    'groups.edit',
    'members.add',
    'members.edit',
    'files.upload',
    'files.process',
    'cases.work',
    'ichra.manage',
    ...PERMISSION_CATEGORIES['Protected Data'],
  ],
  read_only: VIEW,
};
