import { messages } from './message-table.ts';

/** Why a file is held for review. */
export const HOLDS_MESSAGES = {
  ...messages('warning', {
    hold_chosen_text:
      'Nothing else holds the file. Records were left out, or missing members decided, before the preview was refreshed. Approve the file, or change your choices.',
    hold_chosen_title: 'Your choices for this file need approval',
    hold_columns_order_doubtful:
      'In some columns, dates exist only with the {first} first, and in others only with the {most} first. Each column was read the way its dates require, and other columns with the {most} first.',
    hold_columns_order_text:
      'In some columns, dates exist only with the {first} first, and in others only with the {most} first. Each column was read the way its dates require. Review the changes, then approve the file, or send it with one date order.',
    hold_columns_order_title: 'Do the columns have different date orders?',
    hold_conflict_text: 'These records are rejected, and they change no one. Correct the member or the file.',
    hold_conflict_title:
      '{count, plural, one {# person has} other {# people have}} an SSN or date of birth that contradicts another record',
    hold_date_order_showing:
      '{count, plural, one {One date exists} other {# dates exist}} only with the {other} first, and none only with the {read} first.',
    hold_date_order_text:
      '{count, plural, one {One other date was} other {# other dates were}} read with the {read} first and may be wrong. Match the columns and choose the date order. If only those dates are typing errors, approve the file.',
    hold_date_order_title: 'Does the {unit} come first in the dates?',
    hold_dates_either_way:
      '{count, plural, one {One date} other {# dates}} can be read either way. Review the changes, then approve the file, or send it with one date order.',
    hold_dots_text:
      'Dates with dots usually have the day first, but nothing in the census shows it. {count, plural, one {One date was} other {# dates were}} read with the month first and may be wrong. Match the columns and choose the date order. It is saved for this sender. If the month comes first, approve the file.',
    hold_dots_title: 'Does the day come first in dates with dots?',
    hold_fewer_text:
      'That is {percent} fewer. Files from this sender are held when it is more than {limit}%. Part of the file may be missing.',
    hold_fewer_title: '{count, plural, one {# record} other {# records}}, compared with {last, number} last time',
    hold_fixed_text:
      'Nothing else holds the file. Rejected rows were fixed here, and the corrections replace the original rows. Review the changes, then approve the file.',
    hold_fixed_title: 'The corrections in this file need approval',
    hold_group_closed_text: '{group} is {status}, so its files are held. Change the group’s status first.',
    hold_group_closed_title: '{group} is {status}',
    hold_group_text: 'It was uploaded for {chosen}, but names {named}. Approve it only if both are the same employer.',
    hold_group_title: 'This file is for {group}',
    hold_groups_closed_title: '{count} groups in this file are suspended or terminated',
    hold_identity_text:
      'The rows match these members by SSN, number, or date of birth, but have another name. Leave out each row that is about another person, and approve the others.',
    hold_identity_title: '{count, plural, one {# member} other {# members}} would get another name',
    hold_interchange_gone_text:
      'The sender already sent control number {interchange} (ISA13) on {date}. That file was removed, so we can’t tell whether the content is the same. The reply to the sender marks it as a duplicate (TA1 025).',
    hold_interchange_text:
      'The sender already sent control number {interchange} (ISA13) on {date}, with other content. The reply to the sender marks it as a duplicate (TA1 025).',
    hold_interchange_title: 'The number of this interchange was used before',
    hold_missing_absent: '{count, plural, one {# person is} other {# people are}} not listed.',
    hold_missing_line_title:
      '{line} is not listed for {count, number} of {of, plural, one {# person} other {# people}} in this file',
    hold_missing_lines_title:
      'Coverage lines are not listed for {count, number} of {of, plural, one {# person} other {# people}} in this file',
    hold_missing_or_line_title:
      '{count, number} of {of, plural, one {# person} other {# people}} are missing from this file, or their coverage line is',
    hold_missing_text:
      'That is {percent}. Files from this sender are held when more than {people, plural, one {# person} other {# people}} and more than {limit}% are missing. No one is terminated for being missing.',
    hold_missing_title: '{count, number} of {of, plural, one {# person} other {# people}} are missing from this file',
    hold_missing_without_line: '{count, plural, one {# person is} other {# people are}} listed without {line}.',
    hold_mode_title: 'Full file or changes only?',
    hold_moved_family_text:
      'The file does not list their current coverage here, so it continues until it is terminated, and both are billed. The proposed termination date is the day before they start in the other family. Choose Left to terminate it when the file is approved, or Sender error to keep both.',
    hold_moved_family_title:
      '{count, plural, one {# person is} other {# people are}} in another family in this file and would be covered in both',
    hold_older_text:
      'It is dated {date}. A file dated {newest}, {days, plural, one {# day} other {# days}} newer, was already applied for this group.',
    hold_older_title: 'This file is older than one already applied',
    hold_paid_text:
      'Coverage that was paid for cannot end in the past, except for failure to pay, at the member’s request, if the employee paid nothing, or for fraud with 30 days’ notice (45 CFR 147.128). Each row lists the paid months. Leave out rows for which none of these applies, and approve the others with the reason.',
    hold_paid_title:
      '{count, plural, one {# person} other {# people}} would lose coverage in the past that was paid for',
    hold_queue_text: 'Auto-process is off in the queue settings. Review the changes, then approve the file.',
    hold_queue_title: 'Every file needs approval',
    hold_receiver_reply:
      'The sender may have used the wrong address. The reply to the sender says that the receiver is unknown (TA1 note 009).',
    hold_receiver_text: 'Files from {sender} are addressed to {known} (ISA08).',
    hold_receiver_title: 'This file is addressed to {receivers}',
    hold_reference_text:
      'The sender used reference {reference} (BGN02) on {date} for another interchange, and that file was posted. Approve this file only if it is not the same one.',
    hold_reference_title: 'The reference of this file was used before',
    hold_rescission_text:
      'The file says coverage that has started never existed. If the member paid for any of it, this is a rescission, which is allowed only for fraud, with 30 days’ notice (45 CFR 147.128). Leave out members who paid, ask the sender for a termination, and approve the others.',
    hold_rescission_title: '{count, plural, one {# person} other {# people}} would lose coverage from its start date',
    hold_same_applied_text:
      'A file from the same sender with the same control numbers (ISA13, GS06, ST02) and the same content arrived on {date} and was applied. It would change no one now.',
    hold_same_changes_text:
      'A file from the same sender with the same control numbers (ISA13, GS06, ST02) and the same content arrived on {date} and was applied. Members this file would change were changed since then, or rejected at that time.',
    hold_same_processed_title: 'This file was already processed',
    hold_same_waiting_text:
      'A file from the same sender with the same control numbers (ISA13, GS06, ST02) and the same content arrived on {date} and is waiting to be applied. Only one of the two is needed.',
    hold_same_waiting_title: 'This file is already waiting',
    hold_second_text:
      'When {count, number} or more people lose coverage, a second user must approve the file (queue settings).',
    hold_second_text_any: 'Whenever anyone loses coverage, a second user must approve the file (queue settings).',
    hold_second_title:
      '{count, plural, one {# person loses} other {# people lose}} coverage. This file needs two approvals',
    hold_sender_text: 'Auto-process is off for this sender. Review the changes, then approve the file.',
    hold_sender_title: 'Files from this sender need approval',
    hold_sets_applied_text:
      '{count, plural, one {Set} other {Sets}} {sets} arrived on {date} with the same control numbers (ISA13, GS06, ST02) and the same content, in a file that was applied.',
    hold_sets_changes: 'Their changes are left out below. Select the ones to apply anyway.',
    hold_sets_no_changes: 'They would change no one now.',
    hold_sets_processed_title:
      '{count, number} of {of, plural, one {# transaction set} other {# transaction sets}} of this file {count, plural, one {was} other {were}} already processed',
    hold_sets_received_title:
      '{count, number} of {of, plural, one {# transaction set} other {# transaction sets}} of this file {count, plural, one {was} other {were}} already received',
    hold_sets_waiting_text:
      '{count, plural, one {Set} other {Sets}} {sets} arrived on {date} with the same control numbers (ISA13, GS06, ST02) and the same content, in a file that is waiting to be applied.',
    hold_sheet_title: 'Another sheet has people too',
    hold_sheets_text:
      'Only the first sheet with people was read. Not read: {sheets}. Send each of them as a separate file, or approve this one if they are not needed.',
    hold_sheets_title: 'Other sheets have people too',
    hold_terminations_text:
      'That is {percent}. Files from this sender are held when more than {people, plural, one {# person} other {# people}} and more than {limit}% lose coverage.',
    hold_terminations_title:
      'This file terminates coverage of {count, plural, one {# person} other {# people}} of {of, number}',
    hold_test_text:
      'The sender marks it as a test (ISA15 is T). It was previewed and can be acknowledged, but not posted. If it is a real file, approve it and enter the reason.',
    hold_test_title: 'This is a test file',
    hold_uncovered_text:
      'The rows mention coverage, but no plan or waiver was read from them. Columns: {columns}. Match the columns so that the plan is read. Approve the file only if these members have no coverage, or reject it.',
    hold_uncovered_text_more:
      'The rows mention coverage, but no plan or waiver was read from them. Columns: {columns} and {more} more. Match the columns so that the plan is read. Approve the file only if these members have no coverage, or reject it.',
    hold_uncovered_text_unstated:
      'No plan or waiver was read for them. Approve the file only if these members have no coverage. Otherwise, reject it and send their plans.',
    hold_uncovered_title: '{count, plural, one {# new member} other {# new members}} would be added without coverage',
    hold_waiver_text:
      'The file says coverage is waived, but not from which date. The proposed last day is the end of this month. Leave out members who keep the coverage and approve the others, or reject the file and ask for the last day of coverage.',
    hold_waiver_title: '{count, plural, one {# person waives} other {# people waive}} coverage that continues',
    mode_differs_from_profile:
      'The file says it is {file} (BGN08), but the profile of {sender} says {profile}. The preview treats it as {profile}.',
    mode_parts_differ:
      'One part of the file says it is a full file, and another says changes only (BGN08). The preview treats it as a full file, so members in neither part count as missing.',
    other_group_text:
      'It was uploaded for {group}, but names another employer. Ask an administrator whether both are the same employer.',
    other_group_title: 'This file is for another group',
  }),
};
