import type { ContractRouterClient } from '@orpc/contract';
import { admin } from './admin.ts';
import { changes } from './changes.ts';
import { listExports } from './exports.ts';
import { files } from './files.ts';
import { groups } from './groups.ts';
import { members } from './members.ts';
import { notifications } from './notifications.ts';
import { plans } from './plans.ts';
import { search } from './search.ts';
import { session } from './session.ts';
import { terminations } from './terminations.ts';

/** The whole API on one shelf. Server and web meet only here. */
export const contract = { session, notifications, search, groups, plans, members, terminations, changes, exports: listExports, files, admin };
export type Contract = typeof contract;
export type Api = ContractRouterClient<Contract>;
