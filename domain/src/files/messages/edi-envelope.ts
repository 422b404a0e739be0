import { messages } from './message-table.ts';

/** The envelope of an 834: interchanges, functional groups, transaction sets. */
export const EDI_ENVELOPE_MESSAGES = {
  ...messages('error', {
    answer_unreadable:
      'This file has an acknowledgement (999) that can’t be read. It must start with ISA and be in uppercase, as carriers send it. Upload it as received, without the email around it.',
    envelope_cut:
      'The file is cut off: {what} is missing before segment {segment}. Nothing was read. Ask the sender for the full file.',
    file_cut:
      'The file is cut off: its end ({trailer}) is missing. Nothing was read. Ask the sender for the full file.',
    file_not_enrollments: 'This X12 file has {kind}, not enrollments (834). Send enrollments.',
    file_of_other_guide: 'This file follows the guide "{guide}". Enrollment files must follow {ours}.',
    file_of_other_kind: 'This file is {kind}.',
    gs_missing:
      'The functional group header (GS) is missing before segment {segment}. Nothing was read. Ask the sender for the file with GS and GE around its transaction sets.',
    ins_is_missing:
      'The INS segment that starts each member is missing, so we can’t tell whether this is a subscriber or a dependent. Send the record with its INS.',
    interchange_cut:
      'The file is cut off: an interchange has no end ({trailer}) before segment {segment}, where another starts. Nothing was read. Ask the sender for the full file.',
    isa_cut: 'The file ends inside its interchange header (ISA). Ask the sender for the full file.',
    isa_damaged: 'The interchange header (ISA) is damaged: {reason}. Ask the sender for a new file.',
    isa_missing:
      'The file does not start with an interchange header (ISA), so its separators and sender are unknown. Ask the sender for the full file.',
    segment_in_envelope:
      'Segment {number} ("{segment}") is in a place where only GS, ST, or its end is allowed. Ask the sender for a corrected file.',
    text_after_iea:
      'Text after the end of the interchange (IEA) is not a new interchange. Nothing was read. Ask the sender for the full file.',
  }),
  ...messages('warning', {
    bgn08_empty:
      'The file does not say whether it is a full file or changes only (BGN08 is empty). It was read as changes.',
    bgn08_misplaced: 'BGN08 is empty, and "{value}" is in BGN0{place}. The file was read as changes.',
    bgn08_unknown: 'BGN08 is "{value}", which is neither 2 (changes) nor 4 (full). The file was read as changes.',
    component_is_element_separator:
      'The component separator (ISA16) is the same as the element separator. The file was read without components.',
    count_differs: '{what} is {stated}, but {count} were counted.',
    edi_no_members: 'The file has no members.',
    file_is_test: 'The file is marked as a test (ISA15 is T).',
    full_file_with_changes: 'The file is marked as a full file, but has additions, changes, or terminations.',
    ge02_differs: 'GE02 differs from GS06.',
    group_rejected: 'A functional group was rejected: {reason}. The rest of the file was read.',
    group_skipped: 'A functional group was skipped: {reason}. The rest of the file was read.',
    gs01_not_be: 'The functional group code is "{code}" instead of BE.',
    gs06_repeated: 'Two functional groups of an interchange have the same control number (GS06).',
    iea02_differs: 'IEA02 differs from ISA13.',
    isa13_repeated: 'Two interchanges of one sender have the same control number (ISA13).',
    isa15_unknown: 'ISA15 is "{value}", neither P (production) nor T (test). The file is treated as a test.',
    qty_differs: 'The header counts {stated} {what} (QTY*{qualifier}), but the transaction set has {count}.',
    se02_differs: 'SE02 differs from ST02.',
    sender_missing: 'The interchange has no sender (ISA06).',
    set_information_copy: 'A transaction set is an information copy (BGN01 is 22). It was not read.',
    set_rejected: 'A transaction set was rejected: {reason}. The rest of the file was read.',
    set_without_members: 'A transaction set has no members.',
    sets_same_reference:
      'Transaction sets of the file have the same reference (BGN02, such as {reference}). Each was read. If one replaces another, leave out the records of the other.',
    st02_repeated: 'A transaction set has the same number (ST02) as another in its group. Its members were not read.',
  }),
  ...messages('info', {
    bgn02_missing: 'The file has no reference number (BGN02).',
    bgn08_replace: 'The file says it replaces all data (BGN08 is RX). It was read as a full file.',
    empty_end_elements: 'Segments end with empty elements, which the guide does not allow.',
    empty_segments: 'There are segment terminators without a segment.',
    file_lowercase: 'The file is in lowercase. Its codes were read as uppercase.',
    file_utf16: 'The file is in UTF-16.',
    guide_without_addenda: 'The guide is 005010X220 without addenda A1. The file was read as 005010X220A1.',
    isa_length: 'The interchange header (ISA) is not 106 characters long.',
    letters_read_as: 'Letters outside ASCII were read as {encoding}.',
    lines_wrapped: 'Lines of equal length break inside segments. They were joined.',
    read_as_encoding: 'The file was read as {encoding}.',
    segment_names_lowercase: 'Segment names are in lowercase.',
    terminator_is_line_end: 'The last segments end with a line break instead of a terminator.',
    terminator_two_characters: 'Segments end with two characters instead of one. The second was ignored.',
    text_after_iea_ignored: 'Text after the end of the interchange (IEA), such as an email or a log, was ignored.',
    text_before_isa_ignored: 'Text before the interchange header (ISA), such as an email or a log, was ignored.',
  }),
};
