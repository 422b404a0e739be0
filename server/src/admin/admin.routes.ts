import { api } from '../api.ts';
import { listAnchors, verifyLog } from '../audit/audit.operations.ts';
import { command, query } from '../command.ts';
import { listFlags, toggleFlag } from './feature-flags.operations.ts';

export const adminRoutes = {
  flags: {
    list: api.admin.flags.list.handler(query(({ tx }) => listFlags(tx))),
    toggle: api.admin.flags.toggle.handler(command(toggleFlag)),
  },
  audit: {
    anchors: api.admin.audit.anchors.handler(query(listAnchors)),
    verify: api.admin.audit.verify.handler(command(verifyLog)),
  },
};
