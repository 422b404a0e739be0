import { ownValue } from '@openbenefits/domain/own-value';
import type { MailRow, MailText } from '@openbenefits/contract/mails';
import { Refusal } from '@openbenefits/domain/refusal';
import type { Work } from '../command.ts';
import { publicAddress } from '../config.ts';
import { decodeCursor, encodeCursor } from '../cursor.ts';
import { frameOf, openMail } from './stored-mail.ts';

const REASONS: Readonly<Record<string, string>> = {
  unreachable: 'The mail server did not respond. Check SMTP_URL.',
  sign_in: 'The mail server did not accept the user name or password. Check SMTP_URL.',
  tls: 'The mail server does not offer a valid encrypted connection. Check its certificate.',
  no_sender: 'There is no sender address. Set MAIL_FROM.',
};

/** Says why a mail was not sent. */
function reasonOf(errorKind: string | null): string | null {
  if (errorKind === null) return null;
  const reply = /^rejected_(\d+)$/.exec(errorKind)?.[1];
  if (reply) return `The mail server rejected the mail with code ${reply}. Check the address and MAIL_FROM.`;
  return ownValue(REASONS, errorKind) ?? 'The mail could not be sent because of a system error. Check the server log.';
}

const COLUMNS = [
  'id',
  'template',
  'requestEncrypted',
  'renderedEncrypted',
  'state',
  'errorKind',
  'createdAt',
  'settledAt',
] as const;

async function opener({ tx, actor, services }: Work) {
  const frame = await frameOf(tx, publicAddress(services.config));
  return (
    mail: Parameters<typeof openMail>[2] & {
      state: string;
      errorKind: string | null;
      createdAt: string;
      settledAt: string | null;
    },
  ): MailText => {
    const { to, content } = openMail(services.vault, actor.tenantId, mail, frame);
    return {
      id: mail.id,
      to: to.name ? `${to.name} <${to.address}>` : to.address,
      subject: content.subject,
      state: mail.state as MailRow['state'],
      reason: reasonOf(mail.errorKind),
      createdAt: mail.createdAt,
      settledAt: mail.settledAt,
      text: content.text,
    };
  };
}

/** Lists the mails of the tenant, the newest first. */
export async function listMails(
  work: Work,
  input: { cursor?: string | undefined; limit: number },
): Promise<{ rows: MailRow[]; next: string | null }> {
  let query = work.tx
    .selectFrom('mails')
    .select(COLUMNS)
    .orderBy('id', 'desc')
    .limit(input.limit + 1);
  if (input.cursor) query = query.where('id', '<', String(decodeCursor(input.cursor, ['id'])[0]));
  const found = await query.execute();
  const open = await opener(work);
  const shown = found.slice(0, input.limit);
  const last = shown.at(-1);
  return {
    rows: shown.map((mail) => {
      const { text: _text, ...row } = open(mail);
      return row;
    }),
    next: found.length > input.limit && last ? encodeCursor([last.id]) : null,
  };
}

/** Returns one mail with its text. Throws a Refusal if it does not exist. */
export async function getMail(work: Work, input: { id: string }): Promise<MailText> {
  const mail = await work.tx.selectFrom('mails').select(COLUMNS).where('id', '=', input.id).executeTakeFirst();
  if (!mail) throw new Refusal('not_found', 'This mail does not exist. Mails are kept for 90 days.');
  return (await opener(work))(mail);
}
