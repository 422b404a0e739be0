import type { MailAddress } from '@openbenefits/domain/mail-address';
import nodemailer from 'nodemailer';
import { codeOf } from '../disk-full.ts';
import { DeliveryError } from '../outbox/outbox.ts';
import type { RenderedMail } from './mail-layout.ts';

/** Together shorter than the stop of a server may take. */
const TIMEOUTS = { dnsTimeout: 5000, connectionTimeout: 5000, greetingTimeout: 5000, socketTimeout: 10_000 };

const isLoopback = (host: string): boolean => /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/i.test(host);

function transportOf(smtpUrl: string) {
  const { protocol, hostname, port, username, password } = new URL(smtpUrl);
  const secure = protocol === 'smtps:';
  return nodemailer.createTransport({
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(port) || (secure ? 465 : 587),
    secure,
    // A password is never sent in clear. Without one, a relay without TLS is accepted.
    requireTLS: !secure && username !== '' && !isLoopback(hostname),
    ...(username && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    ...TIMEOUTS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/** Classifies why a mail server rejected a mail. Its message is not kept, because it may quote the mail. */
function errorKindOf(error: unknown): string {
  const { responseCode } = error as { responseCode?: number };
  const code = codeOf(error);
  if (code === 'EAUTH' || code === 'ENOAUTH') return 'sign_in';
  if (responseCode) return `rejected_${responseCode}`;
  if (/TLS|CERT|SSL|SELF_SIGNED/.test(code)) return 'tls';
  if (/^E(CONN|SOCKET|TIMEDOUT|DNS|STREAM)/.test(code)) return 'unreachable';
  return 'internal';
}

/**
 * Sends one mail. Its Message-ID comes from the outbox row, so that a mail that is sent twice is recognized as one.
 * Throws DeliveryError when the server does not take it.
 */
export async function sendBySmtp(
  smtpUrl: string,
  mail: RenderedMail & { id: string; from: MailAddress; to: MailAddress },
): Promise<void> {
  const { id, from, to, subject, text, html } = mail;
  const transport = transportOf(smtpUrl);
  try {
    await transport.sendMail({
      from: { name: from.name, address: from.address },
      to: { name: to.name, address: to.address },
      envelope: { from: from.address, to: [to.address] },
      messageId: `<${id}@${from.address.split('@')[1]}>`,
      headers: { 'Auto-Submitted': 'auto-generated' },
      subject,
      text,
      html,
    });
  } catch (error) {
    throw new DeliveryError(errorKindOf(error), { cause: error });
  } finally {
    transport.close();
  }
}
