import { messages } from './message-table.ts';

/** Matching the people of a file with members. */
export const MATCHING_MESSAGES = {
  ...messages('error', {
    birth_of_another_row: 'Line {line} has this name and SSN with another date of birth. Correct the wrong date.',
    changed_member_not_found:
      'This person is not in the group, so there is nothing to change. Correct the name or number, or send the person as a new member with all census columns.',
    corrected_ssn_taken:
      'The file corrects the SSN to one that {name} has in this group. Correct that member or the file first.',
    coverage_through_rehire:
      'The census says employment ended on {date} and coverage starts again after the rehire, but the coverage on record continued. Terminate it with its last day first, or remove the termination date.',
    dependent_first_name_missing:
      'The first name is missing. Without it or an SSN, this dependent can’t be identified in the family. Enter one of them.',
    dependent_has_subscriber_ssn: 'This dependent has the subscriber’s SSN. Send the dependent’s own SSN, or none.',
    dependent_in_group:
      'This person is a dependent{whose} in this group, and the census does not say who is an employee. Add a Relationship column with the employee’s SSN or number. For a new hire, add the hire date.',
    dependent_later_in_file: 'The file also covers this person as a dependent later on.',
    dependent_other_birth:
      'A dependent in this family has this name with another date of birth, or none. We can’t tell whether the date was corrected. Correct the one on record, or send both with SSNs.',
    dependent_similar_name:
      'A dependent in this family has this date of birth and a similar name. We can’t tell whether they are the same person. Send the name on record or an SSN, or correct the name on record.',
    details_hidden:
      'This row contradicts a member on record. Details are hidden because the hourly limit for protected values was reached. Check the member, or try again later.',
    employee_id_of_another_row:
      'Line {line} has this name and date of birth with another employee ID. We can’t tell whether they are the same person. Enter one employee ID in both rows, or add the second person by hand.',
    employee_id_other_last_name:
      'A member of this group has this employee ID and first name, but another last name. We can’t tell whether the name changed. Send the date of birth or the SSN too.',
    end_after_addition:
      'Earlier in the file, this member is covered again from {date}, after this termination. In this order, the termination would end that coverage too. Send the termination before the addition.',
    family_number_is_own_ssn:
      'The subscriber number (REF*0F) is the dependent’s own SSN, so the subscriber is unknown. Send the subscriber’s number.',
    family_number_of_dependent:
      'The subscriber number{field} of this dependent is the SSN of {name}, who is a dependent in this group. Send the subscriber’s number.',
    hd_addition_of_unknown:
      'This person is not in the group, but the file treats them as an existing member (INS03 001, HD01 021). For a new hire, send INS03 021. If the member has another SSN, name, or date of birth here, correct it here or in the file.',
    ins04_declined_without_end:
      'INS04 says coverage is declined (26) and lists none, but this member has coverage. Send its termination (HD01 024 with the last day), or another reason.',
    ins04_without_end:
      'INS04 says {reason}, but INS03 and HD01 end nothing, and this member has coverage. Send the termination (024, with the last day), or another reason.',
    last_four_differ_on_record:
      'The last four digits of the SSN differ from the SSN on record. Correct the SSN here or in the file.',
    life_code_unclear:
      '{code} without LIF is read as life insurance, but the member has a life plan the file does not name, and a member has one life plan at a time. Name the member’s plan, or remove {code} from the codes in the sender’s profile.',
    maybe_dependent_later_in_file: 'The file may also cover this person as a dependent later on.',
    maybe_same_by_last_four:
      '{name} in this group has this date of birth and these last four SSN digits under another name. We can’t tell whether they are the same person. Send the full SSN or the employee ID, or correct one of the names.',
    maybe_same_by_name:
      '{name} in this group has this date of birth and a similar name. We can’t tell whether they are the same person. Send the SSN or the employee ID, or correct one of the names.',
    maybe_same_ssn_end_birth:
      '{name} in this group has an SSN with these last four digits and another date of birth. We can’t tell whether they are the same person. Send the full SSN or the employee ID, or correct one of the dates of birth.',
    maybe_same_ssn_end_name:
      '{name} in this group has an SSN with these last four digits and a similar name. We can’t tell whether they are the same person. Send the full SSN or the employee ID, or correct one of the names.',
    member_not_found:
      'This person is not in the group, so there is nothing to change, terminate, or reinstate. Send an addition (021) first.',
    name_match_no_number:
      'A member of this group has this name, but no SSN, date of birth, or employee ID is in both the row and the record. Send one that is on record, or add the one from this row to the member.',
    name_only_match:
      'A member of this group has this name, and the row gives only the name. We can’t tell whether they are the same person. Send the SSN, date of birth, or employee ID.',
    name_under_another_ssn:
      'A member of this group has this name and date of birth under another SSN. Correct the SSN here or in the file.',
    name_under_other_employee_id:
      'A member of this group has this name and date of birth with another employee ID. We can’t tell whether they are the same person. Send that employee ID, or none, or add the second person by hand.',
    names_swapped:
      'The first and last names are the reverse of those on record. Enter Last, First with a comma, use a separate column for each, or correct the member.',
    new_member_without_coverage:
      'This person is not in the group, and the coverage in the file only ends, or ended before it started. No one was added. To add past coverage, send a first day and a later last day.',
    newborn_unclear:
      'A child of this family with this date of birth is on record by name. We can’t tell whether this placeholder means that child or a twin. Send the name.',
    newborns_without_names:
      'Several children of this family with this date of birth have no name on record. Enter each name on the member page, and send this one again.',
    number_not_found:
      'This coverage identifies the member only by a number that no employee of the group has. Correct the number, or add the member first.',
    number_of_another_member:
      'The number of this record belongs to a member of this group with another first and last name. Without a date of birth, we can’t tell whether they are the same person. Send the date of birth, or correct the number.',
    number_of_another_row:
      'Line {line} has this name and date of birth with another {field}. We can’t tell whether they are the same person. Correct the wrong row, or add the second person by hand.',
    number_released_later: 'Another member gives up this family’s number later in the file.',
    numbers_of_different_members:
      'The SSN (or member number) and the employee ID belong to different members of this group, and the name does not say which is right. Correct the numbers.',
    plan_change_without_start:
      'The census has another plan than the member has, but no start date for it. Add the coverage start. Otherwise, the current plan would be replaced from its first day.',
    plan_order_unclear:
      'The file has this plan from {from} without an end, and another plan of this coverage line starts here on {start}. We can’t tell which one is current. Send its last day, or the date it replaced the other plan.',
    relationship_differs:
      'The file lists this dependent as {sent}, but the record says {known}. Tier and age limit depend on it. Correct the relationship on the member page or in the file, and send this one again.',
    relationship_differs_partner:
      'The file lists this dependent as {sent}, but the record says {known}. Tier and age limit depend on it. Correct the relationship on the member page or in the file, and send this one again. After a divorce, terminate the coverage (024, with its last day).',
    row_above_rejected: 'The row above, for the same person, was rejected. Fix both rows and send them again.',
    same_name_rows_unclear:
      'Line {line} has the same name, and neither row identifies the person. Add the SSN, date of birth, or employee ID, or enter one person in one row.',
    several_members_match:
      'More than one member of this group has this {what}, so no one was changed. Send another number that identifies the member.',
    ssn_and_number_differ:
      'The SSN and the member number (REF*23) of this record belong to two members of this group. Correct one of the two.',
    ssn_of_another_member:
      'This SSN already belongs to a member of this group with another name and date of birth. Correct the SSN or the member.',
    ssn_of_another_row:
      'Line {line} has this SSN with another name. Correct the SSN, or the name if both rows are the same person.',
    subscriber_not_found:
      'The subscriber of this dependent is neither in the file nor in the group. Send the subscriber too, or correct the subscriber’s number.',
    subscriber_rejected: 'The subscriber of this dependent, {place}, was rejected. Fix both and send them again.',
    termination_before_addition:
      'This file adds the member from {start}. The termination on {end} is before that date, so it ends nothing. Correct one of the two dates.',
    termination_later_in_file: 'The termination of this member’s coverage is later in the file.',
    too_many_deferred:
      'This member, or the subscriber, was not found yet, and too many records of the file already wait for later ones. Send this record again in a separate file, after this one.',
    twins_same_name:
      'Another child born on the same day has this name in this file (INS17 tells them apart). Enter a different name for each, and send this one again.',
    twins_same_name_gender:
      'Another child born on the same day has this name in this file with the other gender. Enter a different name for each, and send this one again.',
  }),
  ...messages('warning', {
    former_employee_unknown: 'This person left and is not in the group, so there is nothing to terminate.',
    person_repeated:
      'People are listed again with different details, such as an address, email, or salary. The later row was used.',
  }),
  ...messages('info', {
    same_name_rows_merged:
      'Rows that repeat the employee in the row above, with nothing to tell two people apart, were read as one person.',
  }),
};
