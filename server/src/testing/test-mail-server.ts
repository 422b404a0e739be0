import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

type ReceivedMail = {
  /** Recipients of the envelope. */
  to: string[];
  from: string;
  /** As it came. */
  raw: string;
  /** With the quoted-printable encoding undone. */
  plain: string;
  header(name: string): string | undefined;
};

export type TestMailServer = {
  url: string;
  received: ReceivedMail[];
  /** Answers each recipient with that SMTP code until changed. */
  refuse(code: number | undefined): void;
  /** The next mail that arrives. */
  next(): Promise<ReceivedMail>;
  close(): Promise<void>;
};

function readMail(raw: string): Pick<ReceivedMail, 'raw' | 'plain' | 'header'> {
  const [head = ''] = raw.split('\r\n\r\n');
  const lines = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n');
  const plain = raw
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
  return {
    raw,
    plain,
    header: (name) =>
      lines.find((line) => line.toLowerCase().startsWith(`${name.toLowerCase()}: `))?.slice(name.length + 2),
  };
}

/** Runs a mail server in this process. */
export async function openTestMailServer(): Promise<TestMailServer> {
  const received: ReceivedMail[] = [];
  const waiting: ((mail: ReceivedMail) => void)[] = [];
  let refusal: number | undefined;
  const server = new SMTPServer({
    authOptional: true,
    hideSTARTTLS: true,
    allowInsecureAuth: true,
    onAuth: (_credentials, _session, done) => done(new Error('unknown user')),
    onRcptTo: (_address, _session, done) => {
      done(refusal === undefined ? null : Object.assign(new Error('refused for Veda Osei'), { responseCode: refusal }));
    },
    onData: (stream, { envelope }, done) => {
      void text(stream).then((raw) => {
        const from = envelope.mailFrom ? envelope.mailFrom.address : '';
        const mail = { to: envelope.rcptTo.map(({ address }) => address), from, ...readMail(raw) };
        received.push(mail);
        done();
        waiting.splice(0).forEach((take) => take(mail));
      });
    },
  });
  server.on('error', () => {});
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const { port } = listening.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    refuse: (code) => void (refusal = code),
    next: () => new Promise((resolve) => waiting.push(resolve)),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
