import { messages } from './message-table.ts';

/** How a file is read: its encoding, its dates, its sheets. */
export const READING_MESSAGES = {
  ...messages('error', {
    census_hopeless:
      'None of the first {most, number} people in this census could be read. {reason} Match the columns, or correct the census.',
    column_missing: 'The column {name} is missing.',
    columns_missing:
      '{count, plural, one {A column is} other {Columns are}} missing: {missing}. Add {count, plural, one {it} other {them}} and send the census again. Found: {found}.',
    csv_empty_rows:
      'From line {line} on, the file has too many empty rows, followed by more data. Remove the empty rows.',
    csv_quote: 'A quotation mark near line {line} is not allowed there. Inside a cell, double it ("").',
    csv_row_open: 'The row that starts at line {line} does not end. A quotation mark is probably not closed there.',
    csv_unreadable: 'The file can’t be read from line {line} on. Save it again as CSV.',
    file_contradicts: 'This file {named} but its content is {type}.',
    file_empty: 'The file is empty.',
    file_named_of_type: 'This file {named} but it is {type}.',
    file_of_type: 'This file is {type}.',
    file_spreadsheet_2003:
      'This file {named} but is an Excel sheet of the type "XML Spreadsheet 2003". Open it in Excel and save it as .xlsx.',
    file_without_columns:
      'This file {named} but is not a census. Its columns must be separated by tabs, bars, semicolons, or commas.',
    file_without_isa:
      'This file {named} but does not start with an interchange header (ISA), so its separators and sender are unknown. Ask the sender for the full file.',
    fixed_width_headings:
      'The columns of this text have no separators, and there is no header row that shows where they start. Open it in Excel (Data, From Text, Fixed width), enter the headings, and save it as .xlsx or .csv.',
    fixed_width_line_open:
      'One line of this fixed-width file does not end. Save the file again with a line break after each row.',
    fixed_width_rows:
      'The columns of this text have no separators, and some rows don’t keep to the positions of their headings. Open it in Excel (Data, From Text, Fixed width), enter the headings, and save it as .xlsx or .csv.',
    headings_missing:
      'We couldn’t find a header row. The census needs a row that names its columns, including First Name and Last Name.',
    member_too_long:
      'A single member record is longer than 1 MB (near segment {segment}). The file or its separators are damaged. Ask the sender for a new file.',
    not_a_workbook: 'This is a {type}, not a workbook. Send the census as .xlsx or .csv.',
    reader_memory:
      'The file could not be read: it needs more than {megabytes} MB of memory. Split it, or save it again.',
    reader_stopped: 'The file could not be read. Upload it again, or ask the sender for a new file.',
    reader_stuck:
      'The file could not be read: there was no progress for {seconds} seconds. It is damaged. Ask the sender for a new file.',
    segment_too_long:
      'A single segment is longer than 1 MB (near segment {segment}). The file or its separators are damaged. Ask the sender for a new file.',
    start_words_unclear:
      '{label}: "{value}" can mean the month after the hire date or after today. Enter the date, or a rule that counts from the hire date, such as First of the month after 30 days.',
    workbook_binary: 'This is a binary workbook (.xlsb). Save it as .xlsx.',
    workbook_bomb:
      'The workbook would expand to many times its size and was not opened for safety. Save the census as a new workbook.',
    workbook_cell_too_long: 'A cell of the workbook has more than {most} characters. Shorten it.',
    workbook_column_number: 'A cell of the workbook is in an invalid column. Save the workbook again.',
    workbook_damaged: 'The workbook is damaged. Save it again.',
    workbook_doctype:
      'The workbook declares a document type (DOCTYPE) and was not read for safety. Save the census as a new workbook.',
    workbook_missing_text:
      'The workbook is damaged: cell {cell} points to a text that the workbook does not contain. Enter the value of the cell again and save the workbook.',
    workbook_no_sheet: 'The workbook has no visible sheet.',
    workbook_not_in_zip: 'This zip archive does not contain a workbook.',
    workbook_numbers: 'This is an Apple Numbers spreadsheet. Export it as Excel (.xlsx) or CSV.',
    workbook_opendocument: 'This is an OpenDocument spreadsheet (.ods). Save it as .xlsx.',
    workbook_part_damaged: 'The workbook is damaged: part of it can’t be read. Save it again.',
    workbook_part_names_differ:
      'The workbook is damaged: part "{part}" has two different names in the archive. Save it again.',
    workbook_part_twice: 'The workbook is damaged: part "{part}" occurs twice in the archive. Save it again.',
    workbook_parts:
      'The workbook has {count, number} parts and was not opened for safety. Save the census as a new workbook.',
    workbook_password: 'The workbook is protected by a password. Save it without one.',
    workbook_row_number: 'A row of the workbook has an invalid row number. Save the workbook again.',
    workbook_too_much_text: 'The workbook contains more text than a census can. Keep only the census in it.',
    workbook_too_wide: 'Row {row} has a cell in column {column}. A census can have up to {most} columns.',
    xml_doctype: 'The XML declares a document type (DOCTYPE), which is not read for safety. Send it without one.',
    xml_encoding_unknown: 'The XML declares an encoding that can’t be read. Save it as UTF-8.',
    xml_encoding_wrong:
      'The XML declares UTF-8 but has other characters. Save it as UTF-8, or declare the correct encoding in the first line.',
    xml_malformed: 'The XML is not well-formed near line {line}. The file is cut off or damaged. Send it again.',
    xml_no_people: 'No people were found in the XML. No element has a first and last name.',
    xml_record_too_long:
      'One person or text is larger than {kilobytes} KB near line {line}. The file is damaged. Send it again.',
    xml_spreadsheet_2003:
      'This is an Excel sheet of the type "XML Spreadsheet 2003". Open it in Excel and save it as .xlsx.',
    xml_too_deep: 'The XML has more than {most} nested levels near line {line}. Ask the sender for a simpler file.',
    xml_too_wide: 'One element has more than {most, number} child elements near line {line}. Check the file.',
  }),
  ...messages('warning', {
    cell_error: '{field}: the cell contains a spreadsheet error, such as #REF!. It was left blank.',
    comments_unread:
      'Cell comments were not read. Enter anything that applies to a member, such as a last day, in a column.',
    corrections_not_applied: 'Some corrections could not be applied. Those rows are used as they were sent.',
    formulas_without_value:
      'Formulas without a stored value were read as spreadsheet errors. Open the workbook in Excel and save it.',
    hidden_sheets_unread: 'Hidden sheets of the workbook were not read.',
    merged_cells_unread:
      'The sheet has cells merged over several rows and is too large to expand them. Only the first row of each was read. Unmerge the cells, fill in the rows, and send the census again.',
    tax_id_prefix: 'The employer’s tax ID starts with {prefix}, which has never been issued. Check the number.',
    xml_after_people:
      'An element around several people has an action, first day, or last day after them. It was not read. Send it inside the element of each person.',
  }),
  ...messages('info', {
    byte_order_mark: 'The file starts with a byte order mark (UTF-8).',
    controls_removed: 'Control characters were removed from the record.',
    corrections_applied: 'Rejected rows were fixed here. The corrections replace the original rows.',
    csv_escaped_quotes:
      'Quotation marks inside cells are written as \\" in this file. They were read as quotation marks.',
    dates_day_first:
      'Dates were read with the day first. Several dates exist only that way, and none only with the month first.',
    dates_day_first_by_language: 'Dates were read with the day first because the headings are in German or French.',
    dates_mixed_orders:
      'Dates without dots were read with the month first, as they require, and dates with dots with the day first.',
    dot_dates_day_first: 'Dates with dots, such as 15.06.2026, were read with the day first, as some of them require.',
    dot_dates_other_order:
      'Dates with dots were read with the {read} first, as some of them require. The sender’s profile says {profile} first.',
    encoded_twice: 'Letters were encoded twice (MÃ¼ller for Müller). They were corrected.',
    end_words_month: 'Coverage end "{value}" was read as the last day of the month of the termination date.',
    end_words_termination: 'Coverage end "{value}" was read as the termination date.',
    fixed_width_read:
      'The columns of this file have fixed positions and no separators. Rejected rows are returned with commas.',
    hidden_columns_read: 'Hidden columns were read like all others. To leave one out, match the columns.',
    hidden_rows_read: 'Hidden rows were read like all others. A filter may be set.',
    month_as_first_day: 'Coverage starts with a month and no day were read as the first day of the month.',
    month_end_in_cell: '{field}: a date or month next to EOM was read as the last day of that month.',
    one_sheet_read: 'Only the sheet "{sheet}" was read.',
    separators_other: 'The columns are separated by "{sign}".',
    separators_semicolons: 'The columns are separated by semicolons.',
    separators_tabs: 'The columns are separated by tabs.',
    six_digit_dates_dmy:
      'Six-digit dates were read as day, month, and year. Every one in the file is a date that way, and in no other order.',
    six_digit_dates_mdy:
      'Six-digit dates were read as month, day, and year (010285 is 01/02/1985). Every one in the file is a date that way, and in no other order.',
    six_digit_dates_ymd:
      'Six-digit dates were read as year, month, and day. Every one in the file is a date that way, and in no other order.',
  }),
};
