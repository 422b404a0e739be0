import { messages } from './message-table.ts';

/** Plans, locations and employers that a file names. */
export const PLANS_MESSAGES = {
  ...messages('error', {
    file_has_no_one: 'There are no members in this file.',
    file_information_copy:
      'The sender marks this file as an information copy (BGN01 is 22). Such a file is never posted.',
    group_unknown: 'There is no group named {group}. Correct the group, or choose it for the file.',
    group_unnamed: 'The record does not name a group. Choose the group for the file.',
    name_not_of_group: '{field} {value} doesn’t match this group. Correct it.',
    plan_none_offered:
      'The file does not name the {line} plan, and this group offers none. Add a plan to the group, or remove the coverage.',
    plan_not_named: 'The file does not name the {line} plan, and this group offers {count}. Enter the plan.',
    plan_of_other_line:
      '{plan} is a {line} plan, but the file uses it for {used}. Correct the plan or the coverage line.',
  }),
  ...messages('warning', {
    employer_other_tax_id:
      'The employer in the file (N1*P5{name}) has another tax ID than the selected group. Check whether the file is for this group.',
    line_not_offered: '{line} was not added{plan}: this group offers no {line} plan',
    locations_not_of_group:
      'Locations that don’t match this group were not used. The group is billed in one place, and they may be work locations.',
    other_employers_in_census:
      'The census names the selected employer and others that are not groups here, such as "{name}". All of its people were read for the selected group.',
    several_senders:
      'The file has interchanges of several senders (ISA06). All were read with the profile of the first. If their codes or modes differ, upload each separately.',
    several_sponsors: 'The file has {count} sponsors (N1*P5: {names}). Everyone in it was read for the selected group.',
  }),
  ...messages('info', {
    row_plan_changes_on: '{line}: the plan changes on {date}. The first day of the coverage line stays',
  }),
};
