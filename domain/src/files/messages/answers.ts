import { messages } from './message-table.ts';

/** What an acknowledgement (TA1, 999) says. */
export const ANSWERS_MESSAGES = {
  ...messages('warning', {
    answer_miscounted: 'The reply has the wrong segment count (SE01). Part of it may be missing.',
    answer_miscounted_fix: 'Ask the sender for it again if it reports fewer errors than expected.',
    answer_set_fix: 'Ask the sender of the reply which file it is for.',
    answer_set_unknown: 'The reply names transaction set {set}, which is not in our file.',
    answer_set_unnamed: 'The reply names a transaction set without a number.',
  }),
  ...messages('info', {
    answer_late: 'The carrier already accepted the content of this file, so nothing is reported again.',
    answer_late_fix: 'Ask the carrier whether the file arrived twice.',
    answer_partly:
      '{count, number} of {of, plural, one {# set} other {# sets}} in our file {count, plural, one {was} other {were}} accepted. The next file reports only the others.',
    answer_partly_fix: 'Fix what was rejected, then create the next file.',
  }),
};
