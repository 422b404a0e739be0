import { readFile, writeFile } from 'node:fs/promises';
import type { Services } from '../request-context.ts';
import { anchorFile, anchorHeads, anchorText } from './anchor-file.ts';

type Means = Pick<Services, 'db' | 'clock' | 'config' | 'vault' | 'log' | 'stopping'>;

const EVERY_MS = 60_000;
const POST_MS = 10_000;
const LINES_PER_POST = 100;

/**
 * Posts the anchors that the receiver has not acknowledged. Their number is kept next to the file. A receiver may get
 * an anchor twice.
 */
export async function postAnchors({ config, stopping }: Pick<Means, 'config' | 'stopping'>): Promise<void> {
  if (!config.AUDIT_ANCHOR_URL) return;
  const record = `${anchorFile(config)}.posted`;
  const lines = (await anchorText(config)).split('\n').slice(0, -1);
  const posted = Number(await readFile(record, 'utf8').catch(() => '0')) || 0;
  for (let from = Math.min(posted, lines.length); from < lines.length; from += LINES_PER_POST) {
    const batch = lines.slice(from, from + LINES_PER_POST);
    const answer = await fetch(config.AUDIT_ANCHOR_URL, {
      method: 'POST',
      headers: { 'content-type': 'application/x-ndjson' },
      body: `${batch.join('\n')}\n`,
      signal: AbortSignal.any([stopping, AbortSignal.timeout(POST_MS)]),
    });
    await answer.body?.cancel();
    if (!answer.ok) throw new Error(`AUDIT_ANCHOR_URL responded with status ${answer.status}`);
    await writeFile(record, String(from + batch.length));
  }
}

/** Anchors and posts once. What fails is tried again in the next round. */
async function anchorOnce(means: Means): Promise<void> {
  await anchorHeads(means).catch((error: unknown) =>
    means.log.warn({ err: error }, 'The audit log could not be anchored; retrying in the next round'),
  );
  await postAnchors(means).catch((error: unknown) =>
    means.log.warn({ err: error }, 'Anchors could not be posted to AUDIT_ANCHOR_URL; retrying in the next round'),
  );
}

/** Anchors the audit log at the start and every minute (trust P37). Stopping waits for the round under way. */
export function startAnchoring(means: Means): { stop(): Promise<void> } {
  let round = anchorOnce(means);
  let isRunning = true;
  void round.finally(() => (isRunning = false));
  const timer = setInterval(() => {
    if (isRunning) return;
    isRunning = true;
    round = anchorOnce(means).finally(() => (isRunning = false));
  }, EVERY_MS);
  return {
    stop: async () => {
      clearInterval(timer);
      await round;
    },
  };
}
