import pg from 'pg';

/** How long a probe may take in all; /readyz answers within two seconds (trust P9). */
const PROBE_MS = 1500;

export type Readiness = { isReady(): Promise<boolean>; close(): Promise<void> };

/**
 * Tells whether the database answers, over a connection of its own, so that requests that wait for one do not make it
 * look away. Those who ask at the same time share one probe, and what hangs is given up with its connection: probes
 * never pile up.
 */
export function openReadiness(url: string): Readiness {
  let client: pg.Client | undefined;
  let probing: Promise<boolean> | undefined;
  const drop = (): void => {
    client?.connection.stream.destroy();
    client = undefined;
  };
  const ask = async (): Promise<boolean> => {
    if (!client) {
      client = new pg.Client({ connectionString: url, application_name: 'openbenefits readiness' });
      client.on('error', drop);
      await client.connect();
    }
    await client.query('select 1');
    return true;
  };
  const probe = async (): Promise<boolean> => {
    let timer: NodeJS.Timeout | undefined;
    const tooLate = new Promise<boolean>((resolve) => {
      timer = setTimeout(() => resolve(false), PROBE_MS);
    });
    const isReady = await Promise.race([ask().catch(() => false), tooLate]);
    clearTimeout(timer);
    if (!isReady) drop();
    return isReady;
  };
  return {
    isReady() {
      probing ??= probe().finally(() => {
        probing = undefined;
      });
      return probing;
    },
    async close() {
      await probing;
      drop();
    },
  };
}
