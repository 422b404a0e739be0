import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

const NONCE = /__CSP_NONCE__/g;

type SendPage = (request: FastifyRequest, reply: FastifyReply) => FastifyReply;

/**
 * Serves the built pages: hashed assets for a year. Returns the function that sends index.html with a fresh nonce;
 * nothing without built pages.
 */
export async function openPages(app: FastifyInstance, folder: string): Promise<SendPage | undefined> {
  const index = path.join(folder, 'index.html');
  if (!existsSync(index)) return undefined;
  const html = readFileSync(index, 'utf8');
  await app.register(fastifyStatic, {
    root: folder,
    index: false,
    wildcard: false,
    preCompressed: true,
    setHeaders: (reply, file) => {
      if (file.includes(`${path.sep}assets${path.sep}`))
        void reply.header('cache-control', 'public, max-age=31536000, immutable');
    },
  });
  return (request, reply) => reply.type('text/html; charset=utf-8').send(html.replace(NONCE, request.nonce));
}
