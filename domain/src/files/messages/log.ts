import { messages } from './message-table.ts';

/** What happened to a file, in its log and its notifications. */
export const LOG_MESSAGES = {
  ...messages('error', {
    processing_failed:
      'This file could not be processed because of a system error. Nothing from the unfinished part was saved. Try again, or tell support the time.',
    undo_failed:
      'A system error stopped the undo each time. Nothing was reversed. Start it again, or tell support the time.',
  }),
  ...messages('warning', {
    log_approval_changed: '{format} file: {user} changed what you approved. It needs two approvals again.',
    log_first_approval:
      'First approval: {count, plural, one {# person loses} other {# people lose}} coverage, so a second user must approve before anything is applied.',
    log_held: 'Held for review: {count, plural, one {# hold} other {# holds}} ({holds}). Nothing has been posted.',
    log_held_body: '{format} file: {title}. Nothing has been posted.',
    log_held_title: 'File Awaiting Approval',
    log_stopped: 'Stopped because its group no longer accepts files. {posted}',
    log_stopped_body: '{format} file: {reason} {posted}',
    log_terminations_second:
      '{count, plural, one {# missing member will} other {# missing members will}} lose coverage. A second user must approve before this is posted.',
  }),
  ...messages('info', {
    log_answers_read:
      '{count, plural, one {# answer} other {# answers}}: {rejected, number} rejected, {unknown, number} not matched to a file.',
    log_approval_withdrawn: 'The first approval was withdrawn because what it covered has changed.',
    log_approved: 'Approved. The selected changes are applied next.',
    log_columns_matched: 'The columns were matched. The file will be read with them.',
    log_columns_read_again: 'The columns were matched. The file is being read again with them.',
    log_corrections:
      '{count, plural, one {# correction replaces} other {# corrections replace}} the original rows: {rows}.',
    log_corrections_more:
      '{count, plural, one {# correction replaces} other {# corrections replace}} the original rows: {rows} and {more} more.',
    log_failed: 'A system error stopped this attempt.',
    log_failed_last: 'A system error stopped this attempt, the last of {tries}.',
    log_figures: '{format} file: {figures}',
    log_group_chosen: 'A group was chosen, and the file was queued again.',
    log_missing_coverage_ended: 'Terminated coverage of {people} not listed in a full file',
    log_missing_ended: 'Terminated {people} missing from a full file',
    log_named_group: 'The group named in the file is used. The file is being read again.',
    log_nothing_posted: 'Nothing posted',
    log_original_deleted: 'The original was deleted before the end of the retention period.',
    log_part_of_group: 'This sender covers only part of the group. The preview is being refreshed.',
    log_paused_before: 'Paused before processing started.',
    log_paused_partly: 'Paused. Applied changes stay. The rest waits.',
    log_plan_mapped: 'A plan code was mapped. The preview is being refreshed with it.',
    log_preview_refreshed: 'The preview is being refreshed.',
    log_priority: 'Priority set to {priority}.',
    log_processed:
      '{count, plural, one {# person} other {# people}} saved, {unchanged, number} unchanged, {rejected, number} rejected.',
    log_processed_title: '{format} file processed',
    log_received: 'Received and queued.',
    log_receiver_added: 'The receiver was added to the sender’s profile. The file is being read again.',
    log_reference_repeats: 'The sender repeats its references. The preview is being refreshed.',
    log_rejected: 'Rejected. Nothing was posted.',
    log_rejected_by: 'Rejected by {user}: {reason}',
    log_rejected_file: 'The file was rejected as a whole. See the reason on the file page.',
    log_removed: 'Removed: the original and everything read from it were deleted. Nothing had been posted.',
    log_requeued: 'Queued again.',
    log_requeued_failed: 'Queued again with all failed files.',
    log_restored: '{count, plural, one {# person was} other {# people were}} restored.',
    log_resumed_all: 'Resumed with all paused files.',
    log_retention:
      'The original was removed after {days, plural, one {# day} other {# days}}, according to the queue settings.',
    log_retry: 'A system error stopped this attempt. Retry {try} of {most} starts in {seconds} seconds.',
    log_stopped_nothing: 'Nothing has been posted.',
    log_stopped_partly: 'Changes already posted stay. The rest waits.',
    log_terminations_approved: 'Second approval given. The terminations of missing members are posted.',
    log_undo_failed: 'A system error stopped the undo. Nothing was reversed.',
    log_undo_paused: 'The undo was paused. Nothing was reversed. It starts over when resumed.',
    log_undo_queued: 'The undo was queued for {count, plural, one {# person} other {# people}}.',
    log_undo_refused: 'The import was not undone. See the reason on the file page. Nothing was reversed.',
    log_undo_stopped: 'The undo was stopped. Nothing was reversed.',
    log_word_mapped: 'A word was mapped. The file is being read again with it.',
    log_work_continued: 'Processing continued.',
    log_work_resumed: 'Processing resumed after an interruption.',
    log_work_started: 'Processing started.',
    missing_confirmed: 'Missing from a full file. Confirmed as left',
  }),
};
