import { api } from '../api.ts';
import { signOut, toSessionUser, unlock } from './gate.operations.ts';
import { signIn } from './sign-in.operations.ts';

export const sessionRoutes = {
  current: api.session.current.handler(async ({ context }) => {
    const person = await context.person();
    return { user: person && toSessionUser(person), mode: context.services.config.AUTH_MODE };
  }),
  unlock: api.session.unlock.handler(({ context, input }) => unlock(context, input.password)),
  signIn: api.session.signIn.handler(({ context, input }) => signIn(context, input)),
  signOut: api.session.signOut.handler(async ({ context }) => {
    await signOut(context);
    return { signedOut: true as const };
  }),
};
