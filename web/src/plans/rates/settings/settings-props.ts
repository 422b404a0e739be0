import type { RateTableDetail } from '@openbenefits/contract/rate-tables';
import type { Dispatch } from 'react';
import type { GridAction, GridState } from '../grid/grid-state.ts';

export type SettingsProps = {
  table: RateTableDetail;
  state: GridState;
  dispatch: Dispatch<GridAction>;
  canEdit: boolean;
};
