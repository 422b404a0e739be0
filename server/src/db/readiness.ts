import pg from 'pg';

/** How long a probe may take in all; /readyz answers within two seconds (trust P9). */
const PROBE_MS = 1500;

export type Readiness = { isReady(): Promise<boolean>; close(): Promise<void> };

/**
 * Checks whether the database responds, on a separate connection, so that a full pool does not look like an unavailable
 * database. Concurrent checks share one probe, and a hanging probe is closed with its connection, so probes never pile
 * up.
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
