import { Refusal } from '@openbenefits/domain/refusal';
import type { Work } from '../command.ts';
import { inTenant, type Tx } from '../db/connect.ts';
import { systemActor } from '../policy/actor.ts';
import type { Services } from '../request-context.ts';
import { requireApproval } from './approvals.operations.ts';
import type { ApprovalSubject } from './subject.ts';

/**
 * Whether a job may execute what was decided, as `requireApproval` says, in a transaction of its own: 'yes', 'not_due'
 * where `isDue` says that nothing is left to execute, or why not, and then the approval is void.
 */
export async function approvalInJob(
  services: Services,
  tenantId: string,
  { subject, id, isDue }: { subject: ApprovalSubject; id: string; isDue: (tx: Tx) => Promise<boolean> },
): Promise<'yes' | 'not_due' | Refusal> {
  const undo: (() => Promise<void>)[] = [];
  try {
    return await inTenant(services.db, tenantId, async (tx) => {
      const work: Work = {
        tx,
        actor: systemActor(tenantId),
        services,
        now: services.clock.now(),
        today: services.clock.today(),
        requestId: id,
        note: () => {},
        onRollback: (applyUndo) => void undo.push(applyUndo),
      };
      if (!(await isDue(tx))) return 'not_due';
      await requireApproval(work, subject, id);
      return 'yes';
    });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    await Promise.all(undo.map((applyUndo) => applyUndo()));
    return error;
  }
}
