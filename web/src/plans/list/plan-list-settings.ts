import { msg } from '@lingui/core/macro';
import { listSettings } from '../../ui/list-settings.ts';

/** Name and status always show. */
export const planListSettings = listSettings('plans-list', {
  type: msg`Type`,
  network: msg`Network`,
  cost: msg`Monthly cost`,
  deductible: msg`Deductible`,
  outOfPocket: msg`Out-of-pocket max`,
  enrolled: msg`Enrolled`,
  effective: msg`Effective`,
  rates: msg`Next rates`,
});
