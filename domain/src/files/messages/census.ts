import { messages } from './message-table.ts';

/** The rows and columns of a census. */
export const CENSUS_MESSAGES = {
  ...messages('error', {
    change_field_missing:
      'The row does not name the changed field. Enter the field whose old and new values are in this row.',
    change_field_unknown:
      '"{field}" is not a recognized field name. Enter it as a column heading, such as Last Name or Medical Plan.',
    change_field_unsupported:
      'A change to "{field}" can’t be read from a change list. Send the member in a census with a column for this field.',
    change_start_without_plan:
      'The coverage start changed, but the row does not say for which plan. Send the member with a column for the plan and a column for its start date.',
    change_value_empty:
      'The new value of "{field}" is empty. Enter the current value, or Waived if the member declined the coverage.',
    columns_contradict: 'Two columns have different values for {field}. Keep only the correct one.',
    ditto_mark_invalid:
      '{field}: a ditto mark can’t be used here, because each person has a separate value or there is no value above. Enter the value.',
    employee_not_above:
      'The row names an employee who is not above it, or whose name is not unique. Add a column with the employee ID or the subscriber’s SSN.',
    plan_column_unreadable:
      'The column "{heading}" is named for a plan or coverage level, but the cell has no mark, coverage level, or waiver. Enter X or the level if the member has the plan, or remove the column.',
    plan_title_of_row:
      'This row is below "{plan}" (line {line}), but does not name the plan itself. Send these people with a Medical Plan, Dental Plan, or Vision Plan column.',
    row_cut:
      'The row ends after {after} of {of} cells, while other rows are complete. These values may be missing: {columns}. Send the full row.',
    row_cut_again:
      'This row was cut off when it was first sent. Enter the missing values in place of "{mark}", or empty the cell if there was none: {columns}.',
    row_name_only: 'The row has only a name. Add an SSN, date of birth, or employee ID.',
    row_too_long:
      'The row has more cells than there are headings. Put quotation marks around a cell that contains the separator.',
    row_without_number:
      'The row has no SSN, employee ID, or member number, and the census has no names. Add the number of the employee.',
    second_headings:
      'Line {line} is another header row with different columns. Send the people below it as a separate file.',
    section_title:
      'This row is below "{title}" (line {line}), but has no status itself. Send these people with a Status column, or with their last day of coverage.',
    section_title_dependents:
      'This row is below "{title}" (line {line}), but has no relationship itself. Send these people with a Relationship column and the SSN or number of their employee.',
    section_title_sheet:
      'This row is in the sheet "{title}", but has no status itself. Send these people with a Status column, or with their last day of coverage.',
    section_title_sheet_dependents:
      'This row is in the sheet "{title}", but has no relationship itself. Send these people with a Relationship column and the SSN or number of their employee.',
    template_examples_only:
      'The census contains only the example people of our template. Enter your people and send it again.',
  }),
  ...messages('warning', {
    approval_column_ignored:
      '"{heading}" may say whose coverage is not approved yet, but was not read. Remove these people, or match the columns.',
    cells_without_heading: 'Some rows have more cells than there are headings. The extra cells were not read.',
    census_empty: 'The file has headings, but no people.',
    change_field_not_kept: 'The change to "{field}" was not read because OpenBenefits does not store that field.',
    columns_unmatched: '"{heading}" may say {what}, but was not read. Match the columns.',
    cost_column_only:
      'The column "{heading}" has the cost of coverage, and no other column says who has {line}. No coverage was added for it. Add a column with the plan.',
    coverage_column_ignored: '"{heading}" may say who has coverage, but was not read. Match the columns.',
    dates_column_ignored: '"{heading}" may have coverage start or end dates, but was not read. Match the columns.',
    dates_column_unclear:
      '"{heading}" may have coverage start or end dates, but was not read. Enter the first and last day in separate columns.',
    dependent_without_name:
      'A row has the date of birth or SSN of a spouse or child without a name. That dependent was not added.',
    dependents_column_ignored:
      '"{heading}" may name dependents, but was not read. Enter each dependent in a separate row or in separate columns.',
    dependents_column_unread:
      'The column "{heading}" may list dependents, but was not read. Enter each as Ann Abbott (Spouse, 05/06/1985), separated by semicolons.',
    dependents_not_listed:
      'The column "{heading}" refers to dependents who are not in the census. They were not added.',
    eligibility_column_ignored:
      '"{heading}" may say who is not eligible, but was not read. Match the columns, or remove these people.',
    end_or_term_ignored:
      '"{heading}" may have coverage end dates or termination dates, but was not read. Match the columns.',
    exclusions_column_ignored:
      'The column "{heading}" may say who is not covered, but was not read. Match the columns, or remove the plan of those people.',
    negative_amounts_ignored:
      'The column "{heading}" has negative amounts, such as invoice credits, and was not read. Those people were read as covered, like the others.',
    note_rows_skipped: 'Notes in place of a name were skipped. Their content was not read.',
    notes_column_ignored:
      '"{heading}" has notes that may change coverage, but was not read. Enter the changes in separate columns.',
    plan_column_ignored: 'The column "{heading}" has plan names, but was not read. Match the columns.',
    price_columns_ignored:
      'The column "{heading}" and similar columns have values for several coverage levels in one row, like prices, and were not read. Keep only the value of the level each member has.',
    price_heading_ignored:
      'The heading "{heading}" is a price with what may be a plan, so the column was not read: it doesn’t match any plan. Use the plan name or code as the heading.',
    protected_column_ignored: '"{heading}" may have {what}, but was not read. Match the columns.',
    section_without_coverage:
      'People under "{section}" whose rows name no plan were read without coverage. Existing coverage continues. To end it, enter Waived in place of the plan.',
    start_or_hire_ignored:
      '"{heading}" may have coverage start dates or hire dates, but was not read. Match the columns.',
    terminations_column_ignored: '"{heading}" may say who has left, but was not read. Match the columns.',
    title_date_unused:
      'A title above the headings gives a coverage date. It was not used: the group’s rules decide when coverage starts. To use that date, add an Effective Date column.',
    waivers_column_ignored: '"{heading}" may say who declined coverage, but was not read. Match the columns.',
  }),
  ...messages('info', {
    change_empty_ignored: 'Empty new values remove nothing. The values on record stay the same.',
    change_list_read:
      'This change list gives the old and new value of each changed field. The new value was used. Nothing else changed.',
    crossed_boxes_no: 'Crossed boxes (☒) were read as No because other boxes in the census are checked.',
    crossed_boxes_yes: 'Crossed boxes (☒) were read as Yes because the other boxes in the census are empty.',
    crosses_no: 'Crosses (✗) were read as No because the census also has check marks.',
    dependents_in_cell:
      'Dependents listed in one cell of their employee, each with a name and a relationship, were read. Those without a date of birth in the cell have none.',
    ditto_marks_read: 'Ditto marks (", same, do.) were read as the value above them.',
    error_rows_skipped: 'Rows with only spreadsheet errors, such as #N/A, were skipped.',
    headings_repeated: 'The header row is repeated further down. The repeats were skipped.',
    members_by_number_only:
      'The census has no names. Each row was matched to the employee with its SSN, employee ID, or member number. No members were added.',
    merged_cells_read: 'Cells merged over several rows (plans, dates, last names, places) were read for each row.',
    nameless_rows_skipped: 'Rows without a name (totals, notes) were skipped.',
    old_value_column:
      '"{heading}" gives the old value and was not read. The next column gives the new value. If it is empty, the value on record stays.',
    plan_titles_read: 'A plan alone in a row was read as the plan of the people below it, up to the next such row.',
    relationship_legend_read: 'The key to the relationship codes in the census was read.',
    rows_as_employees:
      'Rows without a relationship were read as the employees of their families, because no row has that relationship.',
    rows_of_same_employee:
      'Rows with another coverage line directly below a row with the same name were read as the same employee.',
    rows_with_more_plans:
      'Rows without a name and with another plan, directly below a person, were read as that person’s.',
    second_headings_read:
      'Another header row with different columns is further down. The people below it were read with those columns.',
    section_rows_read:
      'Rows that title a section of the census, such as Active, Terminated, or COBRA, were read as titles.',
    struck_rows_skipped: 'Rows with strikethrough were skipped. Their people were not added, changed, or terminated.',
    template_examples_removed: 'The example people from our template were left out.',
    tier_legend_read: 'The key to the coverage level codes in the census was read.',
    trailer_row_skipped: 'The row that marks the end of the file (TRL, EOF) was skipped.',
  }),
};
