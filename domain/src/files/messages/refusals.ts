import { messages } from './message-table.ts';

/** Why a request about a file is refused. */
export const REFUSALS_MESSAGES = {
  ...messages('error', {
    ack_not_found: 'There is no 999 for this file.',
    add_column_format: 'You can add columns only to a census that was read: CSV, Excel, or text.',
    answer_cut:
      'This acknowledgement is cut off: its end (SE, GE, or IEA) is missing. Nothing was read. Ask for the full file.',
    answer_empty:
      'This acknowledgement has neither a TA1 nor an AK1 with its AK9, so it answers nothing. Ask for the full file.',
    answer_mixed:
      'This file has both acknowledgements (999) and other functional groups. Nothing was read. Ask for the acknowledgements and the enrollments in separate files.',
    answer_too_long: 'This acknowledgement is too long. Ask the carrier for a new one.',
    applied_already: 'This file was already applied.',
    approved_first: '{user} already approved this file. Approve what {user} asks for.',
    approved_by_you: 'You already approved this file. Another user must approve it too.',
    carrier_file_deleted: 'This carrier file was deleted at the end of its retention period.',
    carrier_file_not_found: 'This carrier file does not exist, or you do not have access to it.',
    carrier_name_taken: 'Another carrier profile has this name.',
    carrier_no_changes: 'Nothing has changed since the last file for this carrier, so there is nothing to send.',
    carrier_no_members: 'No one is covered by a plan of this carrier, so there is nothing to send.',
    carrier_profile_changed: 'Another user changed this profile, or it does not exist. Reload it and try again.',
    carrier_profile_not_found: 'This carrier profile does not exist.',
    census_columns_most: 'A census can have up to {most} columns.',
    choose_existing_group: 'Choose an existing group.',
    choose_meaning: 'Choose a meaning.',
    choose_offered_plan: 'Choose a plan that is offered.',
    code_not_mapped: 'This code is not mapped.',
    column_exists:
      'The census already has a column for that, or the new column would change the meaning of the others.',
    column_not_found: 'The file has no such column.',
    columns_file_half_applied:
      'Part of this file was already applied. Let it finish. Then match its columns, and it will be read as a new file.',
    columns_file_read_again: 'The same file is being read again with other columns. Wait until it finishes.',
    columns_file_running: 'This file is being processed. Pause it, or wait until it finishes. Then match its columns.',
    columns_only_of_census: 'Only CSV, Excel, and XML files have columns to match.',
    file_not_found: 'This file does not exist, or you do not have access to it.',
    file_not_held: 'This file is not awaiting approval.',
    file_not_read: 'This file has not been read yet.',
    file_removed_already: 'This file was already removed.',
    fix_not_now: 'You can fix rejected rows while the file is awaiting approval and after it is finished.',
    format_without_columns: '{format} files have no columns.',
    group_missing: 'This file does not say which group it is for. Choose the group and try again.',
    group_not_found: 'This group does not exist, or you do not have access to it.',
    group_not_found_by_name:
      'This file is for the group {group}, which does not exist here. Choose the correct group and try again.',
    group_not_held: 'This file is not held for naming another group.',
    heading_not_saved: 'This heading is not saved.',
    missing_listed_again: 'A later file of the sender lists this member or coverage line again, so nothing is missing.',
    missing_not_now: 'You can decide missing members while the file is awaiting approval or after it was applied.',
    missing_undecided:
      '{count, plural, one {# missing member is} other {# missing members are}} undecided. For each member, choose Left or Sender error.',
    missing_undone: 'This import was undone, so there are no missing members. Upload the file again to decide.',
    name_not_unique: 'Use {control} or {time}, so that no two files have the same name.',
    name_part_unknown: 'There is no part "{part}". Use {parts}.',
    name_signs: 'Use only letters, digits, periods, dashes, and underscores.',
    name_start: 'Start the file name with a letter or a digit.',
    nm109_has_number:
      'NM109 has the sender’s number of this person. Empty that column first if you want to enter the SSN.',
    nm109_has_ssn:
      'NM109 has the SSN of this person. Empty that column first if you want to enter the sender’s number.',
    no_rejected_rows: 'No row of this file was rejected.',
    not_a_subscriber: 'This is not a subscriber of the file’s group. Choose another subscriber.',
    not_paused: 'This file is not paused.',
    original_being_read:
      'The same file is being read again with other columns. You can delete its original after that.',
    original_in_use: 'This file is still being processed. You can delete its original after that.',
    original_removed_resend: 'The original of this file was removed. Ask the sender for the file and upload it again.',
    pause_only_running: 'Only a queued or running file can be paused.',
    paused_already: 'This file is already paused.',
    person_without_columns:
      'This person has elements without a column here. Download the rejected people and fix the file there.',
    plan_not_offered: 'This plan is no longer offered.',
    priority_too_late: 'This file is finished, so its priority no longer matters.',
    receiver_not_held: 'This file is not held for its receiver.',
    receivers_most: 'A sender can have up to {most} receivers. Remove the ones that no longer apply from its profile.',
    remove_applied:
      'This file was applied. Undo its import to reverse its changes. You can delete its original separately.',
    remove_during_undo: 'The import of this file is being undone. Wait until it finishes, or stop the undo.',
    remove_half_applied:
      'Part of this file was applied. Let it finish and undo its import. Then you can delete its original.',
    remove_running: 'This file is being processed. Pause it first.',
    remove_undone:
      'The changes of this file were undone, and the history needs the file. You can delete its original separately.',
    resend_not_finished: 'You can send rejected rows again once the file is finished.',
    resent_already: 'The rejected rows of this file were already sent again.',
    resume_undone: 'The changes of this file were undone, so it can’t continue. Upload it again to import it.',
    retry_only_failed: 'Only a file with an error can be retried.',
    row_not_rejected: 'This row was not rejected.',
    row_without_person: 'No one is named in this row.',
    rows_no_headings: 'This file has no header row.',
    rows_not_read: 'This file has not been read yet. Its rejected rows will be shown here.',
    second_approver_missing: 'No other account can process files, so no one could give the second approval.',
    selection_changed:
      'The selection changed: it now has {count, plural, one {# change} other {# changes}}. Nothing was approved. Review it again.',
    sender_all_groups:
      'This sender’s profile is for all of its groups, but you only have access to assigned groups. Ask an administrator to change it.',
    sender_changed: '{user} changed this profile. Reload it and try again.',
    sender_not_found: 'This sender does not exist, or you do not have access to it.',
    subscriber_no_longer_added: 'This file no longer adds this subscriber. Search again.',
    subscriber_without_number:
      'The file has no number for this subscriber that a dependent could use. Approve the file first. Then you can find the subscriber in the group.',
    ta1_not_found: 'There is no TA1 for this file.',
    paid_reason:
      'This file ends coverage in the past that employees paid for. Enter the reason that allows it, in at least {least} characters.',
    test_reason:
      'The sender marks this file as a test (ISA15 is T). To apply it anyway, enter why it is a real file, in at least {least} characters.',
    text_has_line_break:
      'The text contains a line break or a control character, which separates the segments of this file. Remove it.',
    text_has_separator: 'The text contains a separator of the file.',
    text_has_sign: 'The text contains “{sign}”, which separates the segments of this file. Remove it.',
    undo_after_error: '{reason} The file stopped there and was not finished.',
    undo_not_found: 'The file of this import does not exist, or you do not have access to it.',
    undo_not_running: 'This import is not being undone, or its undo just finished.',
    undo_running: 'This import is already being undone.',
    undo_stops_file: 'Its import is being undone, so the file does not continue.',
    undo_unfinished: 'This file is not finished. You can undo it once it is.',
    upload_changed:
      '{name} did not arrive as it was sent: its checksum is different. It may have been changed. Nothing was kept. Send it again.',
    upload_checksum_format:
      'The checksum of this part (Upload-Checksum) is not valid. Use sha256, a space, and its 32 bytes in base64.',
    upload_choose_group: 'Choose the employer group for this file. You only have access to assigned groups.',
    upload_disk_full:
      'The server disk is full. Nothing is lost: what has arrived is kept. Ask your administrator to free up space. The upload then continues.',
    upload_empty: '{name} is empty.',
    upload_interrupted: 'A system error stopped the upload. What has arrived is kept. Try again.',
    upload_not_found: 'This upload does not exist. Send the file again.',
    upload_piece_damaged: 'Part of this file was damaged in transfer and not kept. Send it again.',
    upload_sha256: 'The checksum of the file (sha256) is not a valid SHA-256. Use 64 hexadecimal digits.',
    upload_too_much: 'The upload is larger than announced, or larger than 50 MB. Send the file again.',
    word_meaning_unknown: 'A word can only have one of the listed meanings.',
  }),
  ...messages('info', {
    column_unread: 'a column that is not read',
    original_removed: 'The original of this file was removed.',
    same_bytes: 'The same file was uploaded before.',
    same_bytes_answer: 'The same file was uploaded before. Reading an acknowledgement again changes nothing.',
    same_bytes_members: 'The same file was uploaded before. Members who already match the file stay unchanged.',
  }),
};
