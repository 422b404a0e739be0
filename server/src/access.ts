import { isAllowed, PERMISSION_LABEL, type Permission, ROLE_LABEL, type Role } from '@openbenefits/domain/admin/access';
import { Refusal } from '@openbenefits/domain/refusal';
import type { Contract } from '@openbenefits/contract';

/** The dotted names of all operations of the contract. */
type Operations<T, Prefix extends string = ''> = {
  [K in keyof T & string]: T[K] extends { '~orpc': unknown } ? `${Prefix}${K}` : Operations<T[K], `${Prefix}${K}.`>;
}[keyof T & string];
export type Operation = Operations<Contract>;

/** 'anyone': before signing in. 'signed_in': every account, whatever its role. Otherwise the permission it takes. */
type Rule = Permission | 'signed_in' | 'anyone';

/** Who may call what. A route without a row here does not compile (trust P20). */
export const POLICY = {
  'session.current': 'anyone',
  'session.unlock': 'anyone',
  'session.signIn': 'anyone',
  'session.signOut': 'anyone',
  'session.colleagues': 'signed_in',
  'session.switchTo': 'signed_in',
  'notifications.list': 'signed_in',
  'notifications.markRead': 'signed_in',
  'search.find': 'groups.view',
  'groups.list': 'groups.view',
  'groups.stats': 'groups.view',
  'groups.get': 'groups.view',
  'groups.byCim': 'groups.view',
  'groups.withTaxId': 'groups.view',
  'groups.create': 'groups.create',
  'groups.drafts.list': 'groups.create',
  'groups.drafts.get': 'groups.create',
  'groups.drafts.save': 'groups.create',
  'groups.drafts.share': 'groups.create',
  'groups.drafts.remove': 'groups.create',
  'groups.administered': 'groups.view',
  'groups.administrationSummary': 'groups.view',
  'groups.access.get': 'groups.edit',
  'groups.access.set': 'groups.edit',
  'groups.access.setScope': 'groups.edit',
  'groups.bulk.administrators': 'groups.edit',
  'groups.bulk.preview': 'groups.edit',
  'groups.bulk.apply': 'groups.edit',
  'plans.offered': 'groups.view',
  'plans.calculatorPlans': 'plans.view',
  'plans.calculate': 'plans.view',
  'plans.calculationPdf': 'plans.view',
  'plans.rates.list': 'plans.view',
  'plans.rates.plans': 'plans.view',
  'plans.rates.get': 'plans.view',
  'plans.rates.create': 'plans.edit',
  'plans.rates.save': 'plans.edit',
  'plans.rates.importFile': 'plans.edit',
  'plans.rates.remove': 'plans.edit',
  'plans.rates.activationPreview': 'plans.view',
  'plans.rates.activate': 'plans.activate',
  'plans.rates.effect': 'plans.view',
  'plans.rates.curves.list': 'plans.view',
  'plans.rates.curves.importFile': 'plans.edit',
  'plans.rates.areas.states': 'plans.view',
  'plans.rates.areas.list': 'plans.view',
  'plans.rates.areas.lookup': 'plans.view',
  'plans.rates.areas.importFile': 'plans.edit',
  'renewals.upcoming': 'groups.view',
  'renewals.simulate': 'plans.view',
  'renewals.apply': 'plans.activate',
  'renewals.simulateAll': 'plans.edit',
  'renewals.simulations': 'plans.view',
  'renewals.simulation': 'plans.view',
  'plans.figures': 'plans.view',
  'plans.list': 'plans.view',
  'plans.get': 'plans.view',
  'plans.offerings': 'plans.view',
  'plans.create': 'plans.edit',
  'plans.edit': 'plans.edit',
  'plans.copy': 'plans.edit',
  'plans.activate': 'plans.activate',
  'plans.withdraw': 'plans.activate',
  'plans.reopen': 'plans.activate',
  'plans.terminationPreview': 'plans.activate',
  // And 'members.remove', because it ends or moves coverage (plan-termination.operations.ts).
  'plans.terminate': 'plans.activate',
  'plans.years.add': 'plans.edit',
  'plans.years.edit': 'plans.edit',
  'plans.years.remove': 'plans.edit',
  'plans.benefits.cards': 'plans.view',
  'plans.benefits.save': 'plans.edit',
  'plans.documents.remove': 'plans.edit',
  'members.ofGroup': 'members.view',
  'members.get': 'members.view',
  'members.addForm': 'members.view',
  'members.price': 'members.view',
  'members.add': 'members.add',
  'members.forEdit': 'members.edit',
  'members.edit': 'members.edit',
  'members.addDependent': 'members.add',
  'members.changePlan': 'members.edit',
  'members.planChangePrice': 'members.edit',
  'members.correctIdentity': 'members.edit',
  'members.reveal': 'protected.reveal',
  // And 'members.view' (household-of-member.ts).
  'members.household': 'protected.reveal',
  'terminations.preview': 'members.view',
  'terminations.end': 'members.remove',
  'terminations.reinstatePreview': 'members.view',
  'terminations.reinstate': 'members.edit',
  'changes.list': 'members.view',
  'changes.items': 'members.view',
  'changes.undoPreview': 'members.view',
  'changes.undo': 'members.edit',
  'changes.pauseUndo': 'members.edit',
  'changes.resumeUndo': 'members.edit',
  'changes.stopUndo': 'members.edit',
  'files.stopUndo': 'members.edit',
  // And what the list itself takes (exports.operations.ts).
  'exports.request': 'compliance.export',
  'files.jobs': 'files.queue',
  'files.job': 'files.queue',
  'files.watch': 'files.queue',
  'files.refusals': 'files.queue',
  'files.outcomes': 'files.queue',
  'files.retry': 'files.process',
  'files.changes': 'files.queue',
  'files.premiums': 'files.queue',
  'files.missing': 'files.queue',
  'files.choose': 'files.process',
  'files.approve': 'files.process',
  'files.reject': 'files.process',
  'files.remove': 'files.delete',
  'files.removeOriginal': 'files.delete',
  'files.decideMissing': 'files.process',
  'files.approveEnds': 'files.process',
  'files.mapPlanCode': 'files.process',
  'files.acceptReference': 'files.process',
  'files.acceptPart': 'files.process',
  'files.acceptReceiver': 'files.process',
  'files.rehearse': 'files.process',
  'files.takeNamedGroup': 'files.process',
  'files.queue.state': 'files.queue',
  'files.queue.watch': 'files.queue',
  'files.queue.events': 'files.queue',
  'files.queue.pause': 'files.process',
  'files.queue.resume': 'files.process',
  'files.queue.pauseFile': 'files.process',
  'files.queue.resumeFile': 'files.process',
  'files.queue.retryFailed': 'files.process',
  'files.queue.processAll': 'files.process',
  'files.queue.setPriority': 'files.process',
  // And 'files.delete' for how long originals are kept (queue.operations.ts).
  'files.queue.saveSettings': 'files.process',
  'files.columns': 'files.process',
  'files.mapColumns': 'files.process',
  'files.mapWord': 'files.process',
  'files.refusedRows': 'files.process',
  'files.mendRow': 'files.process',
  'files.columnsToAdd': 'files.process',
  'files.addColumn': 'files.process',
  'files.findSubscribers': 'files.process',
  'files.causes': 'files.queue',
  'files.resend': 'files.upload',
  'tradingPartners.list': 'files.queue',
  'tradingPartners.save': 'files.process',
  'tradingPartners.forgetCode': 'files.process',
  'tradingPartners.forgetColumn': 'files.process',
  'groups.edit': 'groups.edit',
  'groups.statusPreview': 'groups.view',
  'groups.changeStatus': 'groups.edit',
  'groups.cancelStatus': 'groups.edit',
  'groups.lease.status': 'groups.view',
  'groups.lease.take': 'groups.edit',
  'groups.lease.renew': 'groups.edit',
  'groups.lease.release': 'groups.edit',
  'groups.locations.save': 'groups.edit',
  'groups.locations.remove': 'groups.edit',
  'groups.classes.save': 'groups.edit',
  'groups.classes.remove': 'groups.edit',
  'groups.plans.save': 'groups.edit',
  'groups.contributions.list': 'groups.view',
  'groups.contributions.set': 'groups.edit',
  'groups.contributions.end': 'groups.edit',
  'groups.contributions.samplePrices': 'groups.view',
  'groups.management.stats': 'groups.view',
  'groups.management.list': 'groups.view',
  'admin.organization.get': 'signed_in',
  'admin.organization.save': 'admin.settings',
  'admin.jobs.list': 'admin.settings',
  'admin.jobs.runs': 'admin.settings',
  'admin.jobs.run': 'admin.settings',
  'admin.flags.list': 'compliance.view',
  'admin.flags.toggle': 'compliance.audit',
  'admin.audit.anchors': 'compliance.view',
  'admin.audit.verify': 'compliance.audit',
  'admin.mails.list': 'admin.settings',
  'admin.mails.get': 'admin.settings',
  'files.acknowledgement': 'files.queue',
  'files.answers': 'files.queue',
  'files.outbound.profiles': 'files.queue',
  'files.outbound.saveProfile': 'files.process',
  'files.outbound.files': 'files.queue',
  'files.outbound.create': 'files.process',
  'directory.list': 'members.view',
  'directory.total': 'members.view',
  'directory.stats': 'members.view',
  'directory.plans': 'members.view',
  'duplicates.list': 'members.view',
  'duplicates.compare': 'members.view',
  'duplicates.merge': 'members.edit',
  'duplicates.dismiss': 'members.edit',
  'dashboard.insights': 'members.view',
  'dashboard.overview': 'members.view',
  'views.list': 'signed_in',
  'views.save': 'signed_in',
  'views.remove': 'signed_in',
} as const satisfies Record<Operation, Rule>;

export type Actor = {
  id: string;
  name: string;
  role: Role;
  tenantId: string;
  /** Sees and changes only assigned groups; the database enforces it (0001_ground.sql). */
  assignedGroupsOnly: boolean;
};

/** Rejects unless the actor's role has the operation's permission. */
export function authorize(actor: Actor, operation: Operation): void {
  const rule: Rule = POLICY[operation];
  if (rule !== 'anyone' && rule !== 'signed_in') requirePermission(actor, rule);
  if (
    actor.assignedGroupsOnly &&
    operation.startsWith('plans.') &&
    (rule === 'plans.edit' || rule === 'plans.activate')
  )
    throw new Refusal(
      'forbidden',
      'You see only your assigned groups. Plans and rates belong to all groups, so somebody who sees all of them has to change them.',
    );
}

/** As `authorize`, for the routes that are not operations of the contract (uploads, downloads). */
export function requirePermission(actor: Actor, permission: Permission): void {
  if (!isAllowed(actor.role, permission)) {
    throw new Refusal(
      'forbidden',
      `Your role, ${ROLE_LABEL[actor.role]}, does not include “${PERMISSION_LABEL[permission]}”. An administrator can grant it.`,
    );
  }
}
