import type { Account } from '../policy/actor.ts';

export type SessionPerson = Account & { email: string; title: string };
export type LiveSession = { id: string; person: SessionPerson };
