import { api } from '../api.ts';
import { command, query } from '../command.ts';
import { listFlags, toggleFlag } from './feature-flags.operations.ts';

export const adminRoutes = {
  flags: {
    list: api.admin.flags.list.handler(query(({ tx }) => listFlags(tx))),
    toggle: api.admin.flags.toggle.handler(command(toggleFlag)),
  },
};
