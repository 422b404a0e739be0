import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Services } from './request-context.ts';

/** /livez: the process answers, whatever the database does. /readyz: it can serve, which takes the database (trust P44). */
export function healthRoutes(app: FastifyInstance, { db }: Pick<Services, 'db'>): void {
  app.get('/livez', async () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    try {
      await sql`select 1`.execute(db);
      return { status: 'ok', database: 'ok' };
    } catch {
      return reply.code(503).header('retry-after', '2').send({ status: 'unavailable', database: 'does not answer' });
    }
  });
}
