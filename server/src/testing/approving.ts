import type { Api } from '@openbenefits/contract';

type Person = { api: Api };

async function waitingFor({ api }: Person, subjectId: string) {
  const { rows } = await api.approvals.list({});
  const found = rows.find((row) => row.subjectId === subjectId);
  // What is not waiting for this person is asked for all the same, so that the server says why not.
  return found ?? { id: subjectId, digest: '0'.repeat(64) };
}

/** Approves what waits about a subject, as the page does: with the digest that it shows. */
export async function approveFor(person: Person, subjectId: string, reason?: string): Promise<{ id: string }> {
  const { id, digest } = await waitingFor(person, subjectId);
  return person.api.approvals.approve({ id, digest, reason });
}

/** Asks for a change of a setting by one person and approves it by another, so that it is in force. */
export async function inForce<P extends Person>(
  asker: P,
  approver: Person,
  change: (api: P['api']) => Promise<{ approvalId: string }>,
): Promise<void> {
  const { approvalId } = await change(asker.api);
  const { digest } = await approver.api.approvals.get({ id: approvalId });
  await approver.api.approvals.approve({ id: approvalId, digest });
}

export async function rejectFor(person: Person, subjectId: string, reason = 'Not now'): Promise<{ id: string }> {
  const { id } = await waitingFor(person, subjectId);
  return person.api.approvals.reject({ id, reason });
}
