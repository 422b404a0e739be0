import { contract } from '@openbenefits/contract';
import { implement } from '@orpc/server';
import type { RequestContext } from './request-context.ts';

/** The contract, ready to be implemented by the routes of each feature. */
export const api = implement(contract).$context<RequestContext>();
