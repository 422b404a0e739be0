import { api } from '../api.ts';
import { query } from '../command.ts';
import { colleagues, signOut, switchTo, toSessionUser, unlock } from './gate.operations.ts';
import { signIn } from './sign-in.operations.ts';

export const sessionRoutes = {
  current: api.session.current.handler(async ({ context }) => {
    const person = await context.person();
    return {
      user: person && toSessionUser(person),
      mode: context.services.config.AUTH_MODE,
      timeZone: context.services.clock.zone(),
    };
  }),
  unlock: api.session.unlock.handler(({ context, input }) => unlock(context, input.password)),
  signIn: api.session.signIn.handler(({ context, input }) => signIn(context, input)),
  colleagues: api.session.colleagues.handler(query(colleagues)),
  switchTo: api.session.switchTo.handler(({ context, input }) => switchTo(context, input.id)),
  signOut: api.session.signOut.handler(async ({ context }) => {
    await signOut(context);
    return { signedOut: true as const };
  }),
};
