import type { OpenAPI } from '@orpc/openapi';
import { type Operation, POLICY } from '../policy/policy.ts';

const FAILURE = {
  type: 'object',
  properties: {
    defined: { type: 'boolean' },
    code: { type: 'string' },
    status: { type: 'integer' },
    message: { type: 'string' },
    data: {
      type: 'object',
      properties: {
        problems: {
          type: 'array',
          items: {
            type: 'object',
            properties: { path: { type: 'string' }, message: { type: 'string' } },
            required: ['path', 'message'],
          },
        },
        reference: { type: 'string' },
      },
      required: ['problems'],
    },
  },
  required: ['defined', 'code', 'status', 'message'],
} as const;

/** What every operation can answer with. */
const ALWAYS: Readonly<Record<number, string>> = {
  400: 'The request is malformed: its address, query, headers or body cannot be read.',
  403: 'The role of the caller does not include this operation, or a write does not come from this site.',
  405: 'The address does not support the method. The Allow header lists the methods it supports.',
  421: 'The server does not accept the host name of the request.',
  422: 'The input is not valid. `data.problems` names the fields.',
  429: 'Too many requests of this kind. Wait, then try again.',
  431: 'The headers of the request are too large.',
  500: 'An unexpected error. `data.reference` is its ID in the log.',
  503: 'The server cannot respond now. Nothing was saved. Try again after the time in the Retry-After header.',
};
const OF_ACCOUNTS: Readonly<Record<number, string>> = { 401: 'The caller is not signed in.' };
const OF_BODIES: Readonly<Record<number, string>> = {
  408: 'The body arrived too slowly.',
  411: 'The request has no Content-Length header.',
  413: 'The body is larger than 1 MB.',
  415: 'The Content-Type header is not valid. Send application/json.',
};

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

/**
 * Adds to each operation the failures that are answered before it runs, so that every status it can answer with is
 * documented.
 */
export function documentFailures(document: OpenAPI.Document): OpenAPI.Document {
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } };
  document.components = {
    ...document.components,
    schemas: { ...document.components?.schemas, Failure: FAILURE as unknown as OpenAPI.SchemaObject },
  };
  for (const path of Object.values(document.paths ?? {})) {
    for (const method of METHODS) {
      const operation = path?.[method];
      if (!operation) continue;
      const isOpen = POLICY[operation.operationId as Operation].who === 'anyone';
      const failures = { ...ALWAYS, ...(isOpen ? {} : OF_ACCOUNTS), ...(method === 'get' ? {} : OF_BODIES) };
      const responses = (operation.responses ??= {}) as Record<string, unknown>;
      for (const [status, description] of Object.entries(failures))
        responses[status] = { content, ...(responses[status] as object | undefined), description };
    }
  }
  return document;
}
