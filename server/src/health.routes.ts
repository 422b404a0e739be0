import type { FastifyInstance } from 'fastify';
import type { Services } from './request-context.ts';

/**
 * /livez: the process responds, whatever the database does. /readyz: it can serve, the database responds (trust P44),
 * and it is not stopping; it says why the process before was ended.
 */
export function healthRoutes(
  app: FastifyInstance,
  { readiness, stopping }: Pick<Services, 'readiness' | 'stopping'>,
  ended: string | undefined,
): void {
  app.get('/livez', async () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    if (stopping.aborted)
      return reply.code(503).header('retry-after', '2').send({ status: 'unavailable', server: 'is stopping' });
    if (await readiness.isReady()) return { status: 'ok', database: 'ok', ...(ended && { ended }) };
    return reply.code(503).header('retry-after', '2').send({ status: 'unavailable', database: 'does not answer' });
  });
}
