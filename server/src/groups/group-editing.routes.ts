import { api } from '../api.ts';
import { command, query } from '../command.ts';
import { endContribution, setContribution } from './contributions.operations.ts';
import { listContributions, samplePrices } from './contributions.queries.ts';
import { leaseStatus, releaseLease, renewLease, takeLease } from './edit-leases.ts';
import type { EndGroupCoverage, ReinstatementRefusal } from './group-coverage.ts';
import { editGroup } from './group-edit.operations.ts';
import { managedGroups, managementStats } from './group-management.queries.ts';
import { saveOfferings } from './group-offerings.operations.ts';
import { removeClass, removeLocation, saveClass, saveLocation } from './group-places.operations.ts';
import { cancelGroupStatus, changeGroupStatus } from './group-status.operations.ts';
import { pricingOf } from '../coverage/rating-ages.ts';
import { statusPreview } from './group-status.queries.ts';

/**
 * Routes that edit a group; `endCoverage` ends the coverage of a terminated group, and `reinstatementRefusal` knows the
 * limit of reinstatements.
 */
export const groupEditingRoutes = (endCoverage: EndGroupCoverage, reinstatementRefusal: ReinstatementRefusal) => ({
  edit: api.groups.edit.handler(command(editGroup)),
  statusPreview: api.groups.statusPreview.handler(
    query((work, input) => statusPreview(pricingOf(work), input, work.today, reinstatementRefusal)),
  ),
  changeStatus: api.groups.changeStatus.handler(
    command((work, input) => changeGroupStatus(work, input, endCoverage, reinstatementRefusal)),
  ),
  cancelStatus: api.groups.cancelStatus.handler(command(cancelGroupStatus)),
  lease: {
    status: api.groups.lease.status.handler(query((work, input) => leaseStatus(work, input))),
    take: api.groups.lease.take.handler(command(takeLease)),
    renew: api.groups.lease.renew.handler(query(renewLease)),
    release: api.groups.lease.release.handler(command(releaseLease)),
  },
  locations: {
    save: api.groups.locations.save.handler(command(saveLocation)),
    remove: api.groups.locations.remove.handler(command(removeLocation)),
  },
  classes: {
    save: api.groups.classes.save.handler(command(saveClass)),
    remove: api.groups.classes.remove.handler(command(removeClass)),
  },
  plans: { save: api.groups.plans.save.handler(command(saveOfferings)) },
  contributions: {
    list: api.groups.contributions.list.handler(query(listContributions)),
    set: api.groups.contributions.set.handler(command(setContribution)),
    end: api.groups.contributions.end.handler(command(endContribution)),
    samplePrices: api.groups.contributions.samplePrices.handler(query(samplePrices)),
  },
  management: {
    stats: api.groups.management.stats.handler(query(managementStats)),
    list: api.groups.management.list.handler(query(({ tx }, input) => managedGroups(tx, input))),
  },
});
