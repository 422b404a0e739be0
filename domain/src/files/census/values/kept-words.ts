import { wordsOf } from '../../../plain-words.ts';
import type { CellValue } from './cell-value.ts';

const KEPT: ReadonlySet<string> = new Set(
  'nochange nochanges nochangerequested nochangeselected nochangestocoverage nochangeincoverage nochangetocoverage nochangeinplan nochangeincurrent nochangekeepcurrent noplanchange unchanged keep keepcurrent keepcurrentplan keepcurrentcoverage keepcurrentelection keepcurrentlevel keepsame keepsameplan keepthesame keepplan keepcoverage keepexisting keepexistingplan keepasis same sameplan samecoverage samelevel sametier samecurrent sameascurrent sameascurrentplan sameasbefore sameaslastyear sameaslastplanyear sameasprior sameasprioryear current currentplan currentcoverage currentelection currentlevel currenttier existing existingplan existingcoverage asis leaveasis remain remains remainsame remainsthesame remainthesame remainsunchanged stay stays staysthesame staythesame staysame continuecurrent continuecurrentplan continuecoverage continuesame'.split(
    ' ',
  ),
);
/** Longer cells are never looked up. */
const LONGEST = 32;

/**
 * Whether what stands in the place of a plan or a level says that it stays as it is: No Change, Keep, Same as current.
 */
export const isKept = (cell: CellValue | undefined): boolean =>
  typeof cell === 'string' && cell.length <= LONGEST && KEPT.has(wordsOf(cell));

const CHANGED: ReadonlySet<string> = new Set(
  'change changed changes changing changeplan changeplans changecoverage changeelection changetonewplan newplan switch switched switching switchplan switchplans planchange changeofplan'.split(
    ' ',
  ),
);

/** Whether what stands in the place of a plan says that another one is taken, and not which. */
export const isChanged = (cell: CellValue): boolean =>
  typeof cell === 'string' && cell.length <= LONGEST && CHANGED.has(wordsOf(cell));
