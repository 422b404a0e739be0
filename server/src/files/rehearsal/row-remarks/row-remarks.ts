import { type FileMessage, fileMessage } from '@openbenefits/domain/files/messages/file-message';
import { AGE_OUT_AGE } from '@openbenefits/domain/coverage/age-out';
import type { RowMessages, SeenRow } from './seen-row.ts';
import { WORKPLACE } from '../../matching/resolve-names.ts';
import {
  addressKept,
  foundByName,
  identityReplaced,
  keepsNothing,
  notOffered,
  placeLeftOut,
  plusOne,
  sharedOfNobody,
  sharesOverAge,
} from './said-of-lists.ts';
import { changesOn, replacedFarBack, takenBack } from './plan-changes.ts';
import {
  cancelsMore,
  cancelsUnknown,
  correctsNothing,
  endsNothing,
  nothingCancelled,
  nothingEnded,
} from './nothing-done.ts';
import { changesNothing, startsLater } from './later-starts.ts';
import { comesBack } from './comes-back.ts';
import {
  cobraIsOver,
  diedAndCovered,
  endsAtDeath,
  endsDiffer,
  endsSomeLines,
  endsWithCobra,
  leftAndCovered,
} from './leaving.ts';
import { goesOnByLevel } from './shared-by-level.ts';
import {
  endsAgain,
  followedHere,
  goesOnWithSubscriber,
  opensAgain,
  startsBeforeAnother,
  staysEnded,
} from './ended-here.ts';

/** What is said at the row of a record, and of the file with the number of such rows. */
const ROW_REMARKS: readonly ({ of: (row: SeenRow) => RowMessages } & FileMessage)[] = [
  {
    of: staysEnded,
    ...fileMessage('stays_terminated'),
  },
  {
    of: goesOnWithSubscriber,
    ...fileMessage('reinstated_with_subscriber'),
  },
  { of: followedHere, ...fileMessage('other_plan_follows') },
  {
    of: startsBeforeAnother,
    ...fileMessage('earlier_start_over_plan'),
  },
  {
    of: comesBack,
    ...fileMessage('plan_inside_other'),
  },
  {
    of: opensAgain,
    ...fileMessage('changes_reopen'),
  },
  { of: startsLater, ...fileMessage('later_start_than_record') },
  {
    of: changesNothing,
    ...fileMessage('change_with_later_start'),
  },
  {
    of: correctsNothing,
    ...fileMessage('corrections_repeated'),
  },
  {
    of: nothingCancelled,
    ...fileMessage('cancellations_unmatched'),
  },
  {
    of: cancelsUnknown,
    ...fileMessage('cancellations_unknown'),
  },
  {
    of: cancelsMore,
    ...fileMessage('cancellations_later'),
  },
  {
    of: nothingEnded,
    ...fileMessage('reinstatements_unneeded'),
  },
  {
    of: endsNothing,
    ...fileMessage('terminations_unknown'),
  },
  { of: endsAgain, ...fileMessage('terminations_repeated') },
  {
    of: leftAndCovered,
    ...fileMessage('employment_ended_coverage_open'),
  },
  {
    of: endsSomeLines,
    ...fileMessage('some_lines_not_ended'),
  },
  {
    of: endsDiffer,
    ...fileMessage('end_dates_differ'),
  },
  { of: endsAtDeath, ...fileMessage('ends_at_death') },
  { of: endsWithCobra, ...fileMessage('ends_with_cobra') },
  { of: cobraIsOver, ...fileMessage('cobra_over_coverage_open') },
  {
    of: goesOnByLevel,
    ...fileMessage('covered_by_tier'),
  },
  {
    of: diedAndCovered,
    ...fileMessage('deaths_coverage_open'),
  },
  {
    of: plusOne,
    ...fileMessage('plus_one_read'),
  },
  {
    of: (row) => (row.staged.record.source === 'census' ? changesOn(row) : undefined),
    ...fileMessage('census_plan_change_date'),
  },
  {
    of: (row) => (row.staged.record.source === 'census' ? undefined : changesOn(row)),
    ...fileMessage('edi_plan_change_date'),
  },
  {
    of: (row) => (row.staged.record.source === 'census' ? replacedFarBack(row) : undefined),
    ...fileMessage('census_plan_change_far_back'),
  },
  {
    of: (row) => (row.staged.record.source === 'census' ? undefined : replacedFarBack(row)),
    ...fileMessage('edi_plan_change_far_back'),
  },
  {
    of: sharedOfNobody,
    ...fileMessage('census_lines_without_employee'),
  },
  {
    of: notOffered,
    ...fileMessage('lines_not_offered'),
  },
  {
    of: placeLeftOut,
    ...WORKPLACE,
  },
  {
    of: addressKept,
    ...fileMessage('addresses_kept'),
  },
  {
    of: keepsNothing,
    ...fileMessage('kept_without_coverage'),
  },
  {
    of: sharesOverAge,
    ...fileMessage('children_over_age', { age: AGE_OUT_AGE }),
  },
  {
    of: identityReplaced,
    ...fileMessage('identity_replaced'),
  },
  {
    of: foundByName,
    ...fileMessage('matched_by_name'),
  },
  {
    of: takenBack,
    ...fileMessage('census_plan_replaced'),
  },
];

export class RowRemarks {
  readonly #counts = ROW_REMARKS.map(() => 0);

  /** Returns the messages at the row. Each kind is counted for the file. */
  messagesOf(row: SeenRow): FileMessage[] {
    const messages: FileMessage[] = [];
    // Asked of every row of a file: an iterator of places would make more objects than the row itself.
    for (let index = 0; index < ROW_REMARKS.length; index++) {
      const found = ROW_REMARKS[index]?.of(row);
      const count = messages.length;
      if (found !== undefined && 'code' in found) messages.push(found);
      else if (found !== undefined) messages.push(...found);
      if (messages.length > count) this.#counts[index] = (this.#counts[index] ?? 0) + 1;
    }
    return messages;
  }

  /** Returns the remarks of the file. */
  get remarks(): (FileMessage & { count: number })[] {
    return ROW_REMARKS.map(({ of: _of, ...message }, index) => ({ ...message, count: this.#counts[index] ?? 0 }));
  }
}
