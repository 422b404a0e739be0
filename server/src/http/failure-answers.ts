import type { ErrorCode } from '@openbenefits/contract/errors';
import { ORPCError } from '@orpc/server';
import type { FastifyReply } from 'fastify';

/** Seconds until a request that the database could not serve should be retried. */
const RETRY_AFTER = '2';

export type HttpFailure = { status: number; code: ErrorCode; message: string };

/** Failures before an operation runs. The OpenAPI document lists their statuses (openapi-failures.ts). */
export const HTTP_FAILURES = {
  malformed: {
    status: 400,
    code: 'INVALID',
    message: 'The request could not be read. Its body or query must be valid JSON.',
  },
  badAddress: {
    status: 400,
    code: 'INVALID',
    message: 'The address of this request is malformed. Check its percent-encoding.',
  },
  badRequest: { status: 400, code: 'INVALID', message: 'This is not a valid HTTP request.' },
  noHost: { status: 400, code: 'INVALID', message: 'The request needs one Host header.' },
  foreignOrigin: {
    status: 403,
    code: 'FORBIDDEN',
    message: 'This request does not come from this site. Programs must send an Origin header with the site’s address.',
  },
  noOperation: { status: 404, code: 'NOT_FOUND', message: 'This procedure does not exist.' },
  nothingHere: { status: 404, code: 'NOT_FOUND', message: 'There is nothing at this address.' },
  wrongMethod: {
    status: 405,
    code: 'INVALID',
    message: 'This address does not support this method. The Allow header lists the methods it supports.',
  },
  tooSlow: {
    status: 408,
    code: 'UNAVAILABLE',
    message: 'The request arrived too slowly and was stopped. Send it again.',
  },
  noLength: { status: 411, code: 'INVALID', message: 'Send the request with a Content-Length header.' },
  fileTooLarge: { status: 413, code: 'INVALID', message: 'The file is larger than 8 MB.' },
  tooLarge: { status: 413, code: 'INVALID', message: 'The request is larger than 1 MB.' },
  longAddress: { status: 414, code: 'INVALID', message: 'The address of this request is too long.' },
  notJson: { status: 415, code: 'INVALID', message: 'Send the request as application/json.' },
  expectation: {
    status: 417,
    code: 'INVALID',
    message: 'The server cannot meet the Expect header. Send the request without it.',
  },
  foreignHost: {
    status: 421,
    code: 'FORBIDDEN',
    message:
      'The server does not accept the host name of this request. Open it as localhost, or set PUBLIC_URL to its address. A proxy must forward the Host header.',
  },
  manyStreams: {
    status: 429,
    code: 'TOO_MANY',
    message: 'Too many windows receive live updates for your account. Close some of them, then try again.',
  },
  busyWithStreams: {
    status: 503,
    code: 'UNAVAILABLE',
    message: 'The server has reached its limit of live updates. Try again in a moment.',
  },
  largeHeaders: { status: 431, code: 'INVALID', message: 'The headers of this request are too large.' },
} as const satisfies Record<string, HttpFailure>;

/** Builds the error of the contract for a failure that no operation has raised. */
export const failureOf = ({ status, code, message }: HttpFailure, reference?: string): ORPCError<string, unknown> =>
  new ORPCError(code, { status, message, data: { problems: [], ...(reference && { reference }) } });

/**
 * Sends a failure in the shape that the caller reads: the pages' procedures wrap it in `json`, everything else has it
 * plain.
 */
export function sendFailure(reply: FastifyReply, failure: ORPCError<string, unknown>): FastifyReply {
  if (failure.status === 503) void reply.header('retry-after', RETRY_AFTER);
  const body = failure.toJSON();
  return reply
    .code(failure.status)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(reply.request.url.startsWith('/rpc/') ? { json: body } : body));
}

/** Answers with one of the failures above. */
export const refuse = (reply: FastifyReply, failure: HttpFailure): FastifyReply =>
  sendFailure(reply, failureOf(failure, reply.request.id));
