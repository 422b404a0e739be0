import { msg } from '@lingui/core/macro';
import { listSettings } from '../../ui/list-settings.ts';

/** Name and status always show. */
export const groupListSettings = listSettings('groups-list', {
  cim: msg`CIM`,
  employees: msg`Employees`,
  type: msg`Type`,
  renewal: msg`Renewal date`,
  premium: msg`Monthly premium`,
});
export type ChosenColumn = keyof typeof groupListSettings.columns;
