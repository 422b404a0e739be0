import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

const NONCE = /__CSP_NONCE__/g;

/** The built pages: hashed assets for a year, and index.html for every other path, with a fresh nonce each time. */
export async function pageRoutes(app: FastifyInstance, folder: string): Promise<void> {
  const index = path.join(folder, 'index.html');
  if (!existsSync(index)) return;
  const html = readFileSync(index, 'utf8');
  await app.register(fastifyStatic, {
    root: folder,
    index: false,
    wildcard: false,
    preCompressed: true,
    setHeaders: (reply, file) => {
      if (file.includes(`${path.sep}assets${path.sep}`)) void reply.header('cache-control', 'public, max-age=31536000, immutable');
    },
  });
  app.setNotFoundHandler((request, reply) => {
    const wantsPage = request.method === 'GET' && !/^\/(rpc|api|uploads|downloads|assets)(\/|$)/.test(request.url);
    if (!wantsPage) return reply.code(404).send({ code: 'NOT_FOUND', message: 'There is nothing at this address.' });
    return reply.type('text/html; charset=utf-8').send(html.replace(NONCE, request.nonce));
  });
}
