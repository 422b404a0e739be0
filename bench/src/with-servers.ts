import { constants } from 'node:os';
import type { RealServer } from '../../server/src/trust/real-server.ts';

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/**
 * Runs work with servers in separate processes and stops them and their database afterwards, also after Ctrl-C. The
 * first has the data.
 */
export async function withServers(servers: readonly RealServer[], work: () => Promise<void>): Promise<void> {
  const close = async (): Promise<void> => {
    for (const server of servers.toReversed()) await server.close();
  };
  const interrupted = (signal: NodeJS.Signals): void =>
    void close().finally(() => process.exit(128 + constants.signals[signal]));
  for (const signal of SIGNALS) process.on(signal, interrupted);
  try {
    await work();
  } finally {
    for (const signal of SIGNALS) process.off(signal, interrupted);
    await close();
  }
}
