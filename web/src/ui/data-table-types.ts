import type { ReactNode } from 'react';
import type { IconType } from './Icon.tsx';

export type Column<Row, Key extends string = string> = {
  /** Also the name it is sorted by. */
  key: Key;
  header: string;
  cell: (row: Row) => ReactNode;
  /** Pixels; without one the column takes what is left. */
  width?: number;
  /** Figures: right-aligned and tabular, the header with them. */
  right?: boolean;
  sortable?: boolean;
  /**
   * Its position in the two-line row below 900 px; columns without one are hidden there. A step is next to the status,
   * on a phone below it.
   */
  narrow?: 'name' | 'status' | 'meta' | 'amount' | 'step';
  /** Hidden in narrow tables, so that the row's name keeps its space. */
  below?: 1100 | 900 | 820 | 700 | 600;
};

/** A heading over the rows that share its key. */
export type RowSection = { key: string; label: ReactNode };

export type Sort = { key: string; descending: boolean };

export type RowAction = {
  label: string;
  icon: IconType;
  to?: string;
  onClick?: () => void;
  disabledReason?: string | undefined;
  danger?: boolean;
  /** Shown as an icon on hover and focus, in addition to the menu. */
  onHover?: boolean;
};

export type TableFooter = {
  /** 1-based number of the first row shown. */
  from: number;
  /** undefined while counting; rows do not wait for it. */
  total: number | undefined;
  /** True when there are more than `total`. */
  atLeast?: boolean;
  note?: ReactNode;
  onPrevious?: (() => void) | undefined;
  onNext?: (() => void) | undefined;
};

export type Selection = {
  selected: ReadonlySet<string>;
  onChange: (selected: ReadonlySet<string>) => void;
  /** Why this user cannot select rows; selected rows are shown anyway. */
  lockedReason?: string | undefined;
  /** Buttons of the selection bar; without them there is no bar. */
  actions?: ReactNode;
};
