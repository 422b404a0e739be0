import { api } from '../api.ts';
import { command, query } from '../command.ts';
import { administrators, groupAccess, setGroupAccess, setScope } from './access.operations.ts';
import { ADMINISTRATION_SUMMARY, administeredGroups } from './administration.queries.ts';
import { bulkApply, bulkPreview } from './bulk.operations.ts';
import { figuresOf } from '../kept-figures.ts';
import { removeDraft, saveDraft, shareDraft } from './drafts.operations.ts';
import { getDraft, listDrafts } from './drafts.queries.ts';
import type { EndGroupCoverage, ReinstatementRefusal } from './group-coverage.ts';
import { groupDetail, premiumParts } from './group-detail.queries.ts';
import { groupStats } from './group-stats.queries.ts';
import { groupEditingRoutes } from './group-editing.routes.ts';
import { groupsWithTaxId } from './shared-tax-ids.ts';
import { createGroup } from './groups.operations.ts';
import { recountGroupFiguresLater } from './group-figures.ts';
import { groupByCim, listGroups } from './groups.queries.ts';

export const groupRoutes = (endCoverage: EndGroupCoverage, reinstatementRefusal: ReinstatementRefusal) => ({
  ...groupEditingRoutes(endCoverage, reinstatementRefusal),
  list: api.groups.list.handler(query((work, input) => listGroups(work, input, () => recountGroupFiguresLater(work)))),
  stats: api.groups.stats.handler(query(groupStats)),
  get: api.groups.get.handler(query((work, input) => groupDetail(work, input.id))),
  premiumParts: api.groups.premiumParts.handler(query(premiumParts)),
  byCim: api.groups.byCim.handler(query(({ tx }, input) => groupByCim(tx, input.cim))),
  withTaxId: api.groups.withTaxId.handler(query(groupsWithTaxId)),
  create: api.groups.create.handler(command(createGroup)),
  administered: api.groups.administered.handler(query((work, input) => administeredGroups(work, input))),
  administrationSummary: api.groups.administrationSummary.handler(
    query((work) => figuresOf(work, ADMINISTRATION_SUMMARY)),
  ),
  access: {
    get: api.groups.access.get.handler(query(groupAccess)),
    set: api.groups.access.set.handler(command(setGroupAccess)),
    setScope: api.groups.access.setScope.handler(command(setScope)),
  },
  bulk: {
    administrators: api.groups.bulk.administrators.handler(query(administrators)),
    preview: api.groups.bulk.preview.handler(query(bulkPreview)),
    apply: api.groups.bulk.apply.handler(command(bulkApply)),
  },
  drafts: {
    list: api.groups.drafts.list.handler(query(({ tx, actor }) => listDrafts(tx, actor))),
    get: api.groups.drafts.get.handler(query((work, input) => getDraft(work, input.id))),
    save: api.groups.drafts.save.handler(command(saveDraft)),
    share: api.groups.drafts.share.handler(command(shareDraft)),
    remove: api.groups.drafts.remove.handler(command(removeDraft)),
  },
});
