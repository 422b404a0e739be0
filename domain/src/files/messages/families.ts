import { messages } from './message-table.ts';

/** Families, duplicate coverage and members missing from a full file. */
export const FAMILIES_MESSAGES = {
  ...messages('warning', {
    dependent_line_stays_ended:
      '{lines} ended with the subscriber’s coverage, which the file reinstates. It stays terminated because the file does not list it for this dependent',
    dependent_other_plan: 'Dependents were added to a different plan than their subscriber.',
    dependent_ssn_duplicate:
      'Dependents have the SSN of a member with another name and date of birth in this group. Correct the wrong one.',
    dependent_stays_terminated:
      '1 dependent terminated with the subscriber stays terminated because the file does not list them',
    dependents_listed_not_reinstated:
      'The file reinstates a subscriber but lists their dependents without that coverage, so it stays terminated. Reinstate it (025) if they should be covered.',
    dependents_not_reinstated:
      'The file reinstates a subscriber but does not list their dependents, so the dependents stay terminated. Reinstate them if they should be covered.',
    dependents_stay_terminated:
      '{count, plural, one {# dependent} other {# dependents}} terminated with the subscriber stay terminated because the file does not list them',
    duplicate_coverage:
      'Members have duplicate coverage in the group, as subscriber and dependent or in two families. If it is not a couple who both work here, terminate one of the two.',
    family_number_repeated:
      'Several subscribers have the same family number. Their dependents were linked to the subscriber before them.',
    file_date_ahead: 'The file date {date} (ISA09) is far in the future. The date it was received was used instead.',
    future_plan_canceled:
      'Future coverage that had replaced another plan was canceled. The other plan stays terminated until it is reinstated (025) or added again.',
    hire_dates_earlier: 'Hire dates change to an earlier date. If the later one was a rehire date, send both.',
    missing_future_start:
      'Some members listed before are not in this full file, and their coverage starts later. They keep it. Ask the sender whether they still enroll.',
    missing_line:
      '{line} coverage is not listed for members of this full file who have it, although it is listed for others. It continues.',
    missing_subscriber_with_dependents:
      'Some subscribers are not in this full file, but their dependents are. Terminating a subscriber would also terminate the dependents. Ask the sender which is correct.',
    repeats_uncounted:
      'Thousands of members appear again later in the file. Those after the first 10,000 are counted twice.',
    row_dependent_ssn_duplicate:
      'The SSN also belongs to a member with another name and date of birth in this group. Correct the wrong one',
    row_duplicate_coverage: '{lines}: duplicate coverage in this group {as}',
    second_partner:
      'A spouse or partner joins a family that already has a covered one. Terminate the one who no longer belongs.',
    ssn_elsewhere:
      'The SSN also belongs to a member of another group. It may be a second job or a wrong number. Check it.',
    tier_differs:
      '{line}: the coverage level in the file differs from who is covered. The premium is based on who is covered.',
  }),
  ...messages('info', {
    changes_proposed_again: 'Changes left out of this sender’s file of {date} are proposed again.',
    cut_to_subscriber: 'Dependents’ coverage extended past the subscriber’s coverage and was shortened to it.',
    dates_before_rehire: 'Hire and termination dates before a rehire were not used. Employment counts from the rehire.',
    family_number_former_ssn:
      'Dependents were sent with their subscriber’s former SSN. The subscribers were found by it.',
    family_number_zeros:
      'Subscriber numbers (REF*0F) lost their leading zeros. The subscribers were found with the zeros.',
    former_number_match: 'Members or their subscribers were found by the former number in the file (REF*Q4).',
    left_out_before: 'left out of the file of {date} and proposed again',
    missing_cobra_only:
      'Everyone in this full file is on COBRA, so only COBRA members can be missing from it. Other members keep their coverage.',
    missing_moved_group:
      'Members missing from one group in this full file are in another group of it. The proposed termination date is the day before they start there.',
    missing_other_part:
      'This file covers only part of the group. Some members are not in it because they were last listed in a file for another part, or in none. Their coverage continues.',
    missing_proposed_again: 'Missing members who were kept in this sender’s file of {date} are proposed again.',
    missing_without_cobra:
      'No one in this full file is on COBRA, and this sender has a separate COBRA file. Members last listed there are not missing from this one.',
  }),
};
