import type { MailAddress } from '@openbenefits/domain/mail-address';
import type { Work } from '../command.ts';
import { addToOutbox } from '../outbox/outbox.ts';
import type { Place } from '../vault.ts';
import type { Template, TemplateData } from './mail-templates.ts';

export const requestPlace = (tenant: string, id: string): Place => ({
  table: 'mails',
  column: 'request',
  row: id,
  tenant,
});
export const renderedPlace = (tenant: string, id: string): Place => ({
  table: 'mails',
  column: 'rendered',
  row: id,
  tenant,
});

type MailWork = Pick<Work, 'tx' | 'now'> & {
  actor: Pick<Work['actor'], 'tenantId'>;
  services: Pick<Work['services'], 'vault'>;
};

/**
 * Sends a mail to one person once the caller's transaction has committed. Without SMTP_URL an administrator can read it
 * under /admin/mails. Returns its id, by which its sender finds out whether it was delivered.
 */
export async function sendMail<T extends Template>(
  work: MailWork,
  { to, template, data }: { to: MailAddress; template: T; data: TemplateData<T> },
): Promise<string> {
  const { tx, now, actor, services } = work;
  const id = await addToOutbox(work, 'mail', {});
  const requestEncrypted = services.vault.seal(JSON.stringify({ to, data }), requestPlace(actor.tenantId, id));
  await tx.insertInto('mails').values({ id, template, requestEncrypted, createdAt: now }).execute();
  return id;
}
