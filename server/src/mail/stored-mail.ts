import { mailAddress, type MailAddress } from '@openbenefits/domain/mail-address';
import { organizationProfile } from '../organization-profile.ts';
import type { Tx } from '../db/connect.ts';
import type { Vault } from '../vault.ts';
import type { MailFrame, RenderedMail } from './mail-layout.ts';
import { renderTemplate, type Template, TEMPLATES, type TemplateData } from './mail-templates.ts';
import { renderedPlace, requestPlace } from './send-mail.ts';

type Sealed = { id: string; template: string; requestEncrypted: string; renderedEncrypted: string | null };

/** Opens a stored mail: its recipient, validated again, and its content as it was sent or as it would be sent now. */
export function openMail(
  vault: Vault,
  tenantId: string,
  mail: Sealed,
  frame: MailFrame,
): { to: MailAddress; content: RenderedMail } {
  const request = JSON.parse(vault.open(mail.requestEncrypted, requestPlace(tenantId, mail.id))) as {
    to: MailAddress;
    data: TemplateData<Template>;
  };
  const to = mailAddress(request.to.address, request.to.name);
  if (!to || !Object.hasOwn(TEMPLATES, mail.template))
    throw new Error('A stored mail has no valid recipient or an unknown template');
  const content =
    mail.renderedEncrypted === null
      ? renderTemplate(mail.template as Template, request.data, frame)
      : (JSON.parse(vault.open(mail.renderedEncrypted, renderedPlace(tenantId, mail.id))) as RenderedMail);
  return { to, content };
}

/** Returns what the layout shows of the organization. */
export async function frameOf(tx: Tx, address: string): Promise<MailFrame> {
  const { name } = await organizationProfile(tx);
  return { organization: name, address };
}
