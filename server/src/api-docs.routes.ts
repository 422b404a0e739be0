import { createRequire } from 'node:module';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import { contract } from '@openbenefits/contract';
import { OpenAPIGenerator } from '@orpc/openapi';
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4';
import type { FastifyInstance } from 'fastify';
import { documentFailures } from './http/openapi-failures.ts';

const page = (nonce: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>API reference · OpenBenefits</title>
<link rel="stylesheet" href="/api/docs/assets/swagger-ui.css"></head><body><div id="reference"></div>
<script src="/api/docs/assets/swagger-ui-bundle.js"></script>
<script nonce="${nonce}">SwaggerUIBundle({ url: '/api/openapi.json', dom_id: '#reference', deepLinking: true, tryItOutEnabled: true })</script></body></html>`;

/**
 * Returns the OpenAPI 3.1 document, made from the contract, and its reference page, served from here and nowhere else.
 */
export async function apiDocsRoutes(app: FastifyInstance): Promise<void> {
  const generator = new OpenAPIGenerator({ schemaConverters: [new ZodToJsonSchemaConverter()] });
  // Built on first request: it takes 0.2 s, which would slow down every start.
  let made: ReturnType<typeof generate> | undefined;
  const generate = async () =>
    documentFailures(
      await generator.generate(contract, {
        info: {
          title: 'OpenBenefits API',
          version: '2.1.0',
          description:
            'All procedures of the contract. Writes need an Origin header with the site’s address. For safe retries, send an `idempotencyKey`: a repeated request returns the first response with `idempotent-replay: true`; a different request with that key returns 422.',
        },
        servers: [{ url: '/api' }],
      }),
    );
  app.get('/api/openapi.json', async () => (made ??= generate()));
  app.get('/api/docs', async (request, reply) => reply.type('text/html; charset=utf-8').send(page(request.nonce)));
  await app.register(fastifyStatic, {
    root: path.dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json')),
    prefix: '/api/docs/assets/',
    decorateReply: false,
    allowedPath: (file) => /^\/swagger-ui(-bundle)?\.(css|js)$/.test(file),
  });
}
