import { messages } from './message-table.ts';

/** Coverage in a file compared with the coverage on record. */
export const COVERAGE_ON_RECORD_MESSAGES = {
  ...messages('error', {
    cancel_beyond_retro:
      'The file says this coverage never existed, but it started more than {days} days ago, the limit of this group. Terminate it on {earliest} or later, or cancel it by hand.',
    coverage_rule: '{line}: {reason}',
    end_beyond_retro:
      'The last day of coverage is more than {days} days ago, the limit of this group. The earliest is {earliest}.',
    end_needs_last_day: 'The termination has no last day (DTP 349 or 357). Send it.',
    end_without_last_day: 'The termination has no last day of coverage (DTP 357 or 303). Send it.',
    nothing_to_reinstate: 'There is no earlier coverage to reinstate. Send an addition instead.',
    plan_is_missing: 'The plan is missing. Send it.',
    rule_of_record: '{reason}',
    start_date_missing: 'The first day of coverage is missing (DTP 348). Send it.',
    subscriber_ended_too:
      'The subscriber’s coverage was terminated too, so this dependent can’t be reinstated. Reinstate the subscriber first.',
    subscriber_without_line:
      'The subscriber has no {line} coverage for this dependent to join. Send the subscriber’s coverage first.',
    subscriber_without_line_alone:
      'The subscriber has no {line} coverage for this dependent to join from {date} on. A dependent who continues alone must be sent as a subscriber (INS01 Y, INS02 18).',
    subscriber_without_line_from:
      'The subscriber has no {line} coverage for this dependent to join from {date} on. Send the subscriber’s coverage first.',
    waiver_line_missing:
      'The file says coverage is waived, but not which coverage line. This member has {lines}. Enter the coverage line.',
  }),
  ...messages('warning', {
    addresses_kept:
      'Addresses with an invalid state or ZIP code did not replace those on record. Correct them in the census and send it again, or correct the member.',
    cancellations_later:
      'Cancellations (002) give a later first day than the record and cancel all of the coverage. If it was covered until then, send a termination (024) instead.',
    cancellations_unknown:
      'Cancellations (002) are for coverage that is not on record. Nothing was canceled. If the addition did not arrive, ask the sender for it.',
    cancellations_unmatched:
      'Cancellations (002) are for a plan or first day that is not on record. Nothing was canceled. The coverage on record continues.',
    census_lines_without_employee:
      'The census lists coverage lines for dependents whose employees do not have them. They added no coverage. If the employee’s plan was forgotten, send it with them.',
    census_plan_change_far_back:
      'The census changes a plan from far back, and the premium of all those months changes. If the change takes effect later, enter that date.',
    census_plan_replaced:
      'This census changes the plan retroactively to the current effective date. If the change takes effect later, enter that date.',
    change_with_later_start:
      'Changes (001) give a later first day for a plan and level the member already has. Nothing changes. If coverage started later, cancel it (HD01 002) and add it from that date.',
    changes_reopen:
      'Changes (001) cover terminated coverage again. Leave out members who should stay terminated. Send a reinstatement as 025.',
    children_over_age:
      'Children are {age} or older, have the employee’s coverage, and are not marked as disabled. Some plans and states allow it. Check them.',
    cobra_over_coverage_open:
      'The file says COBRA ended but terminates no coverage. It continues until a termination is sent.',
    corrections_repeated:
      'Corrections (NM1*74) match the record, so nothing was corrected. If NM1*70 is right, the two are reversed. Send them the other way around.',
    deaths_coverage_open:
      'The file says members died (INS12) but leaves coverage without an end. It continues until a termination (024) is sent.',
    earlier_plan_continues: '{line}: the earlier plan continues from {date} because the file does not end it',
    earlier_start_over_plan:
      'The file gives a plan an earlier first day, but another plan was covered then. The other plan stays.',
    edi_plan_change_far_back:
      'The file replaces a plan from its first day, or from far back, for dependents too. If the change takes effect later, send that date (348).',
    employment_ended_coverage_open:
      'The file says employment ended (337, or INS08 TE) but terminates no coverage. It continues until a termination (024) is sent.',
    ended_plan_stays_ended: '{line}: the coverage that ended for it on {date} is not reinstated',
    identity_replaced:
      'The census has another SSN or date of birth than the record for members matched by the rest. It replaces the one on record. Leave out rows that are about another person.',
    kept_without_coverage:
      'The census says coverage stays the same (such as No Change) for members without that coverage line. They stay without it.',
    later_start_than_record: 'The file has a later first day of coverage than the record. The earlier date stays.',
    lines_not_offered:
      'The census lists coverage lines for which this group offers no plan. Members were added without them. If the group offers one, add the plan to the group and send the census again.',
    matched_by_name:
      'Members were matched by name only, because the file identifies them by other numbers or dates. The file’s data was added to them. Leave out rows that are about another person.',
    other_plan_follows: 'The file lists a plan without an end, but another plan follows it. The later plan stays.',
    plan_inside_other:
      'The file lists a plan with a first and last day within another plan, which continues afterward. If it should not continue, send its termination.',
    reinstated_with_subscriber:
      'The file reinstates a subscriber and lists dependents as covered. The dependents are reinstated too. Leave out any who should stay terminated.',
    reinstatements_unneeded:
      'Reinstatements (025) are for coverage that is not terminated. It continues without a gap. If a termination did not arrive, send it, and then the reinstatement.',
    retro_cancellations: 'Canceled coverage started more than {days} days ago, beyond the group’s limit.',
    retro_ends: 'Coverage ends more than {days} days ago, beyond the group’s limit.',
    retro_ends_moved:
      'Terminations more than {days} days ago, beyond the group’s limit, were moved to the earliest day allowed.',
    row_paid_coverage: 'The employee paid for {months}. Can this coverage end in the past?',
    row_cancel_later:
      '{line}: the file cancels it from {sent}. It has been covered since {known}, and all of it is canceled',
    row_cancel_unknown: '{lines}: the file cancels coverage that is not on record',
    row_change_reopens: '{line} was terminated on {end}. The change (001) covers it again from {start}',
    row_cobra_over: 'COBRA ended on {date}. {lines} continues without an end',
    row_correction_repeated:
      'The correction (NM1*74) matches the record, so nothing was corrected. If NM1*70 is right, the two are reversed',
    row_cut_to_subscriber: '{lines} in the file extends past the subscriber’s coverage and was shortened to it',
    row_death_coverage_open: 'The file says the member died on {date} (INS12). {lines} continues without an end',
    row_dependents_too: 'Also for {count, plural, one {# dependent} other {# dependents}}',
    row_earlier_start:
      '{line}: the file starts this plan on {from}, but another plan was covered until {until}. That plan stays',
    row_employment_ended: 'Employment ended (INS08 TE). {lines} continues without an end',
    row_employment_ended_on: 'Employment ended on {date} (337). {lines} continues without an end',
    row_end_repeated: 'The termination repeats one already on record. Later coverage continues',
    row_end_unknown: 'The file terminates coverage, but none is on record',
    row_end_unknown_lines: '{lines}: the file terminates coverage that is not on record',
    row_later_start:
      '{line}: the file starts the plan on {sent}, but it has been covered since {known}. The earlier date stays',
    row_lines_not_ended: 'The file terminates the member (INS03 024) but not {lines}, which continues',
    row_lines_open: '{lines} not terminated by this row',
    row_nothing_canceled:
      '{line}: no coverage with that plan or start date is on record, so nothing was canceled. The coverage on record continues',
    row_nothing_to_reinstate: '{lines} is not terminated, so there was nothing to reinstate',
    row_other_plan_follows: '{line}: another plan starts on {date}, although the file lists this one without an end',
    row_plan_replaced: '{line}: another plan from {date}, the first day of the current plan, which is replaced',
    row_plan_replaced_far:
      '{line}: another plan from {date}, more than {days} days ago, beyond the group’s limit for terminations',
    row_stays_terminated:
      '{line} was terminated on {date} and stays terminated, although the file lists it without an end',
    row_tier_differs: '{line}: the file says {sent}, but the covered level is {covered}',
    some_lines_not_ended:
      'The file terminates members (INS03 024) but only some of their coverage lines. The others continue until a termination (024) is sent.',
    stays_terminated: 'The file lists terminated coverage without an end. It stays terminated until it is reinstated.',
    terminations_repeated:
      'Terminations are repeated for members covered again since then. The later coverage continues.',
    terminations_unknown:
      'Terminations (024) are for coverage that is not on record. Nothing was terminated. If the addition did not arrive, ask the sender for it.',
  }),
  ...messages('info', {
    census_plan_change_date:
      'The census has another plan with the current first day and a later change date. The plan changes on that date.',
    covered_by_tier:
      'Dependents are listed without coverage, but the subscriber’s level (HD05) includes them. Their coverage continues.',
    edi_plan_change_date:
      'The file has another plan with the first day of the coverage line (348) and a later change date (303). The plan changes on that date.',
    end_dates_differ:
      'Terminations have two last days. The coverage end (349) was used, not the eligibility end (357).',
    ends_at_death: 'Terminations without a last day use the date of death (INS12).',
    ends_with_cobra: 'Terminations without a last day use the COBRA end (341).',
    plus_one_read:
      'Coverage level "plus one" was read as employee and spouse, or employee and children, based on the one covered dependent in the census.',
    row_covered_by_tier: 'No coverage is listed. The subscriber’s level includes {lines}',
    row_end_at_death: 'The file has no last day. The date of death (INS12), {date}, was used',
    row_end_dates_differ: '{line}: the last day (349), {used}, was used, not the eligibility end (357), {other}',
    row_end_with_cobra: 'The file has no last day. The COBRA end (341), {date}, was used',
    row_reinstated_with_subscriber: '{line} continues with the subscriber’s coverage, which the file reinstates',
  }),
};
