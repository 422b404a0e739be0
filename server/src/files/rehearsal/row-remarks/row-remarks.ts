import { AGE_OUT_AGE } from '@openbenefits/domain/coverage/age-out';
import type { SeenRow } from './seen-row.ts';
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
const ROW_REMARKS: readonly { of: (row: SeenRow) => string | undefined; text: string }[] = [
  {
    of: staysEnded,
    text: 'The file names coverage without an end that has ended here; it stays ended until it is reinstated',
  },
  {
    of: goesOnWithSubscriber,
    text: 'Dependents who ended with a subscriber whom the file reinstates are named beside that as covered; they go on, too. Leave out whoever should stay ended',
  },
  { of: followedHere, text: 'The file names a plan without an end that another follows here; what follows stays' },
  {
    of: startsBeforeAnother,
    text: 'The file names an earlier first day of a plan, on which another was covered here; what was covered stays',
  },
  {
    of: comesBack,
    text: 'The file names a plan with a first and a last day inside the coverage of another one, which goes on again behind it; where it does not, send its end',
  },
  {
    of: opensAgain,
    text: 'Changes (001) cover again what has ended here; leave out whoever should stay ended (a reinstatement is sent as 025)',
  },
  { of: startsLater, text: 'The file names a later first day of coverage than is known; the earlier day stays' },
  {
    of: changesNothing,
    text: 'Changes (001) name a later first day of the plan and level that people have already; nothing changes and the earlier day stays. Where coverage did begin later, cancel it (HD01 002) and add it from that day',
  },
  {
    of: correctsNothing,
    text: 'Corrections (NM1*74) of people who are on record just so; nothing was corrected. Where NM1*70 holds what is right, the two stand in each other’s place: send them the other way round',
  },
  {
    of: nothingCancelled,
    text: 'Cancellations (002) of a plan or a first day that is not on record; nothing was cancelled, and the coverage on record goes on',
  },
  {
    of: cancelsUnknown,
    text: 'Cancellations (002) of coverage that people do not have here; nothing was cancelled. Where its beginning did not arrive, ask for it',
  },
  {
    of: cancelsMore,
    text: 'Cancellations (002) name a later first day than is known of the coverage, and cancel all of it; where it was covered until then, send an end (024) instead',
  },
  {
    of: nothingEnded,
    text: 'Reinstatements (025) of coverage that has not ended here; it goes on without a gap. Where an end did not arrive, send it, and then the reinstatement',
  },
  {
    of: endsNothing,
    text: 'Ends (024) of coverage that people do not have here, and have not had; nothing ended. Where its beginning did not arrive, ask for it',
  },
  { of: endsAgain, text: 'Ends are repeated of people who were covered again since; what began later goes on' },
  {
    of: leftAndCovered,
    text: 'The file says that employment has ended (337, or INS08 TE) and ends no coverage; it goes on until an end is sent (024)',
  },
  {
    of: endsSomeLines,
    text: 'People leave by what the file says (INS03 024), and it ends only some of their lines; the others go on until an end is sent (024)',
  },
  {
    of: endsDiffer,
    text: 'Ends name two last days; that of the coverage (349) was taken, and not the end of eligibility (357)',
  },
  { of: endsAtDeath, text: 'Ends without a last day were taken to end with the date of death (INS12)' },
  { of: endsWithCobra, text: 'Ends without a last day were taken to end with COBRA (341)' },
  { of: cobraIsOver, text: 'The file says that COBRA is over and ends no coverage; it goes on until an end is sent' },
  {
    of: goesOnByLevel,
    text: 'Dependents come without coverage of their own, and the level of their subscriber (HD05) includes them; what they have goes on',
  },
  {
    of: diedAndCovered,
    text: 'The file says that people have died (INS12) and leaves coverage without an end; it goes on until an end is sent (024)',
  },
  {
    of: plusOne,
    text: 'A coverage level "plus one" was read as employee and spouse, or employee and children, by the one dependent of the list who is covered under it',
  },
  {
    of: (row) => (row.staged.record.source === 'census' ? changesOn(row) : undefined),
    text: 'The list names another plan with the first day of the one on record, and the day of the change behind it; the plan changes on that day',
  },
  {
    of: (row) => (row.staged.record.source === 'census' ? undefined : changesOn(row)),
    text: 'The file names another plan with the first day of the line (348) and the day of the change (303) behind it; the plan changes on that day',
  },
  {
    of: (row) => (row.staged.record.source === 'census' ? replacedFarBack(row) : undefined),
    text: 'The list names another plan than is on record from far back, and the premium of all those months changes; where the change holds from a later day, write that day',
  },
  {
    of: (row) => (row.staged.record.source === 'census' ? undefined : replacedFarBack(row)),
    text: 'Another plan takes the place of the one on record from its first day, or from far back, for dependents too; where the change holds from a later day, send that (348)',
  },
  {
    of: sharedOfNobody,
    text: 'The list names lines for dependents whose employees do not have them; they brought no coverage. Send the employee’s plan of the line with them, where it was forgotten',
  },
  {
    of: notOffered,
    text: 'The list names lines of which this group offers no plan; people were taken without them. Give the group a plan of the line and send the list again, where it is offered',
  },
  {
    of: placeLeftOut,
    text: WORKPLACE,
  },
  {
    of: addressKept,
    text: 'Addresses with a wrong state or ZIP code did not take the place of those on record; correct them in the list and send it again, or at the member',
  },
  {
    of: keepsNothing,
    text: 'The list says that coverage stays as it is (such as No Change) of people who have none of the line here; they stay without it',
  },
  {
    of: sharesOverAge,
    text: `Children are ${AGE_OUT_AGE} or older, share the coverage of their employee and are not marked as disabled; some plans and states allow it`,
  },
  {
    of: identityReplaced,
    text: 'The list names another SSN or date of birth than is on record, of people who are known by the rest; it takes the place of that on record. Leave out whoever is somebody else',
  },
  {
    of: foundByName,
    text: 'People were found by their name alone, because the file tells them by other numbers or dates than are on record; what it says was added to them. Leave out whoever is somebody else',
  },
  {
    of: takenBack,
    text: 'The list names another plan from the first day of the one on record, which is taken back from its beginning; where the change holds from a later day, write that day',
  },
];

export class RowRemarks {
  readonly #counts = ROW_REMARKS.map(() => 0);

  /** The words at the row, each counted for the file. */
  wordsOf(row: SeenRow): string[] {
    const words: string[] = [];
    // Asked of every row of a file: an iterator of places would make more objects than the row itself.
    for (let index = 0; index < ROW_REMARKS.length; index++) {
      const said = ROW_REMARKS[index]?.of(row);
      if (said === undefined) continue;
      words.push(said);
      this.#counts[index] = (this.#counts[index] ?? 0) + 1;
    }
    return words;
  }

  /** Of the file. */
  get remarks(): { text: string; count: number }[] {
    return ROW_REMARKS.map(({ text }, index) => ({ text, count: this.#counts[index] ?? 0 }));
  }
}
