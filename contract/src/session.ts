import { PERMISSION_LABEL, type Permission } from '@openbenefits/domain/permissions';
import { oc } from '@orpc/contract';
import { z } from 'zod';
import { errors } from './errors.ts';

const permissions = Object.keys(PERMISSION_LABEL) as [Permission, ...Permission[]];

const sessionUser = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  role: z.string(),
  roleName: z.string(),
  /** The label under the name in the header, 'Benefits Admin' for the demo administrator. */
  title: z.string(),
  /** Sees and changes assigned groups only. */
  assignedGroupsOnly: z.boolean(),
  permissions: z.array(z.enum(permissions)),
});
export type SessionUser = z.infer<typeof sessionUser>;

export const session = {
  /** The signed-in person, or null: the gate shows. */
  current: oc.route({ method: 'GET', path: '/session', tags: ['Session'] }).output(
    z.object({
      user: sessionUser.nullable(),
      mode: z.enum(['demo', 'accounts']),
      /** The organization's time zone, in which "today" is. */
      timeZone: z.string(),
    }),
  ),
  /**
   * Demo gate: compares the access password on the server and signs the visitor in as the demo administrator. Wrong
   * password: INVALID 'Incorrect password'.
   */
  unlock: oc
    .route({ method: 'POST', path: '/session/unlock', tags: ['Session'] })
    .errors(errors)
    .input(z.object({ password: z.string().max(1000) }))
    .output(sessionUser),
  /** Signs in with an account. Any wrong email or password is INVALID with the same message. */
  signIn: oc
    .route({ method: 'POST', path: '/session/sign-in', tags: ['Session'] })
    .errors(errors)
    .input(z.object({ email: z.string().trim().max(320), password: z.string().max(1000) }))
    .output(sessionUser),
  /** Demo mode: invented colleagues, one per role, to switch to. Empty with accounts. */
  colleagues: oc
    .route({ method: 'GET', path: '/session/colleagues', tags: ['Session'] })
    .errors(errors)
    .output(z.array(z.object({ id: z.string(), name: z.string(), role: z.string(), title: z.string() }))),
  /**
   * Demo mode: ends the visitor's session and starts one of a colleague, so that second approvals and the limits of
   * roles can be tried.
   */
  switchTo: oc
    .route({ method: 'POST', path: '/session/switch', tags: ['Session'] })
    .errors(errors)
    .input(z.object({ id: z.string().max(60) }))
    .output(sessionUser),
  /** Ends the session on the server; the cookie is worthless afterwards. */
  signOut: oc
    .route({ method: 'POST', path: '/session/sign-out', tags: ['Session'] })
    .output(z.object({ signedOut: z.literal(true) })),
};
