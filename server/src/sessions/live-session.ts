import type { Actor } from '../access.ts';

export type SessionPerson = Actor & { email: string; title: string };
export type LiveSession = { id: string; person: SessionPerson };
