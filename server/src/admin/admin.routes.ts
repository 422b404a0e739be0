import { api } from '../api.ts';
import { listAnchors, verifyLog } from '../audit/audit.operations.ts';
import { command, query } from '../command.ts';
import { listJobs, listRuns, requestJob } from '../jobs/jobs.operations.ts';
import { getOrganization, saveOrganization } from './organization.operations.ts';
import { getMail, listMails } from '../mail/mails.queries.ts';
import { listFlags, toggleFlag } from './feature-flags.operations.ts';

export const adminRoutes = {
  flags: {
    list: api.admin.flags.list.handler(query(({ tx }) => listFlags(tx))),
    toggle: api.admin.flags.toggle.handler(command(toggleFlag)),
  },
  organization: {
    get: api.admin.organization.get.handler(query(getOrganization)),
    save: api.admin.organization.save.handler(command(saveOrganization)),
  },
  jobs: {
    list: api.admin.jobs.list.handler(query(listJobs)),
    runs: api.admin.jobs.runs.handler(query(listRuns)),
    run: api.admin.jobs.run.handler(command(requestJob)),
  },
  mails: {
    list: api.admin.mails.list.handler(query(listMails)),
    get: api.admin.mails.get.handler(query(getMail)),
  },
  audit: {
    anchors: api.admin.audit.anchors.handler(query(listAnchors)),
    verify: api.admin.audit.verify.handler(command(verifyLog)),
  },
};
