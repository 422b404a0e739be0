import { messages } from './message-table.ts';

/** What a file says of a person: names, numbers, dates, employment. */
export const PEOPLE_MESSAGES = {
  ...messages('error', {
    action_not_known: 'Action "{word}" is not recognized. Correct it, or match the word.',
    birth_digits_unclear:
      'The date of birth has five or six digits and can be read in more than one way, or is not a date. Enter it as 04/12/1986.',
    birth_in_future: 'The date of birth is in the future. Correct it.',
    birth_is_missing: 'The date of birth is missing. Enter it.',
    birth_is_ssn:
      'The date of birth contains an SSN. The cells of this row have shifted, or two column headings are swapped. Correct the row.',
    birth_not_a_date: 'The date of birth is not a calendar date. Enter it as MM/DD/YYYY.',
    birth_too_old: 'The date of birth is more than {years} years ago. Correct it.',
    cell_not_a_date: '{field}: {value} is not a calendar date. Enter it as MM/DD/YYYY.',
    cobra_over_with_plan:
      'COBRA ended, but the row names a plan without an end date. Enter the last day of coverage, or a status if coverage continues.',
    date_digits_unclear:
      '{field}: five or six digits without separators can be read in more than one way, or are not a date. Enter it as 04/12/1986.',
    dependent_is_self: 'A dependent has the relationship "self". Enter Spouse, Child, or another relationship.',
    dependent_named_as_employee:
      'This dependent has the same name as the employee. Enter the dependent’s name, or match its column. If both have the same name, add a suffix (Jr).',
    dependent_relationship_self: 'A dependent has the relationship "self". Correct the relationship.',
    dependent_repeats_employee:
      'This dependent row repeats the employee’s name and date of birth. Enter the dependent’s name, date of birth, and relationship (Spouse or Child), or match the columns that have them.',
    email_incomplete: 'The email address is not complete (name@company.com). Correct it.',
    employee_id_repeated:
      'Line {line} has another name with the same employee ID. If this is a dependent, enter the relationship.',
    family_by_place_unclear:
      'Only its position links this dependent to the employee above, who has another last name, and the next employee has the dependent’s last name. Add a column with the employee ID or the subscriber’s SSN.',
    family_key_is_missing:
      'The dependent does not say which subscriber it belongs to. Send the subscriber’s SSN or number.',
    family_key_missing_834:
      'The dependent does not say which subscriber it belongs to (REF*0F). Send it, or select in the sender’s profile that dependents follow their subscriber.',
    family_number_shared:
      'Several subscribers in this file have this family number, so we can’t tell which one this dependent belongs to. Give each family a different number, or place dependents after their subscriber.',
    family_too_large:
      'More than {most} dependents in this file have one family number. Give each family a different number, or correct who is an employee.',
    first_name_is_missing: 'The first name is missing. Enter it.',
    first_name_missing_fnu: 'The first name is missing. Enter it, or enter FNU for a member with only one name.',
    first_name_number: 'The first name is a number. Something else is in its place. Correct the record.',
    first_name_number_in_row:
      'The first name is a number. The cells of the row have shifted, or the columns are matched incorrectly. Correct the row.',
    full_name_unclear: 'We can’t tell where the last name ends. Enter a comma after the last name (Last, First).',
    hire_before_birth: 'The hire date is before the date of birth. Correct one of the two.',
    last_name_missing: 'The last name is missing. Enter it.',
    last_name_number: 'The last name is a number. Something else is in its place. Correct the record.',
    last_name_number_in_row:
      'The last name is a number. The cells of the row have shifted, or the columns are matched incorrectly. Correct the row.',
    maybe_dependent:
      'The row has no job or plan, and the same last name as the employee in line {line}. If this is a dependent, enter the relationship.',
    maybe_dependent_of_plan:
      'The row has the last name and plan of the employee in line {line}, whose coverage level includes others, but has no level or job. If this is a dependent, enter the relationship.',
    name_is_company: 'The name column contains a company name. Match the column that has the member names.',
    name_is_relationship:
      'The name only gives the relationship, such as Spouse, Child 1, or Spouse of Bob. Enter the name, or remove the row.',
    number_rounded:
      '{field}: a spreadsheet rounded the number (it reads like 1.2E+11), so its last digits are lost. Enter it as text.',
    people_in_one_element: 'One element has several people (such as Children). Put each person in a separate element.',
    phone_digits: 'The phone number does not have ten digits. Area code and number must start with 2 to 9. Correct it.',
    plan_person_unknown:
      'A plan is outside the person it belongs to, and its person is missing or not unique. Add a number or reference of one person in the file, or the SSN, employee ID, or member number of an employee in the group.',
    rejected_before: 'Rejected before and not resolved: {reason}',
    relationship_is_missing: 'The relationship is missing. Enter it, such as Spouse or Child.',
    relationship_not_known: 'Relationship "{word}" is not recognized. Correct it, or match the word.',
    relationship_unclear:
      'Relationship "{value}" does not say whether this adult is the spouse or a child. Enter Spouse or Child.',
    salary_is_negative: 'The salary is negative. Correct it.',
    salary_not_amount: 'The salary is not an amount of money. Enter a number.',
    ssn_advertised: 'The SSN was printed in advertising and belongs to no one. Correct it.',
    ssn_area: 'The SSN starts with 000, 666, or 9, which is never issued. Correct it.',
    ssn_digits: 'The SSN must have nine digits. Correct it.',
    ssn_group: 'The SSN has 00 in the middle, which is never issued. Correct it.',
    ssn_last_four_alone:
      'The row gives only the last four digits of the SSN, without a name and date of birth. Add the full SSN, or the name and date of birth.',
    ssn_last_four_differ: 'The SSN does not end with the digits in the last-four column. Correct the wrong one.',
    ssn_repeats_digit: 'The SSN repeats one digit, so it is a placeholder. Enter the SSN, or leave it blank.',
    ssn_rounded:
      'A spreadsheet rounded the SSN (it reads like 4.1E+08), so its last digits are lost. Enter the SSN as text.',
    ssn_serial: 'The SSN ends with 0000, which is never issued. Correct it.',
    start_month_unclear:
      'The census says coverage starts on the first of a month, but not which month. After the hire date it would be {date}, long ago. Enter the date.',
    state_not_a_code: 'State "{state}" is not a state or territory code. Correct it.',
    status_in_name:
      'The name contains a status, such as (Terminated). Enter it in a Status column, with the last day if the member left.',
    subscriber_relationship: 'A subscriber has the relationship of a dependent. Correct one of the two.',
    termination_before_hire: 'The termination date is before the hire date. Correct one of the two.',
    termination_without_date:
      'The termination has no date. Send the eligibility end (357) or the maintenance effective date (303).',
    text_too_long: '{field} is longer than {most} characters. Shorten it.',
    two_people_in_name:
      'The name contains two people, such as Bob & Ann. Enter each in a separate row or in separate columns.',
    zip_digits: 'The ZIP code must have five or nine digits (12345-6789).',
    zip_short: 'The ZIP code has too few digits. Add the leading zero if one was lost.',
  }),
  ...messages('warning', {
    action_unknown: 'Action "{value}" is not recognized. The row was compared with the member on record.',
    birth_placeholder: 'A date of birth in 1900 or 1901 is a placeholder for an unknown date. It was not saved.',
    child_over_age:
      'A child is {age} or older, continues to be covered, and is not marked as disabled (INS10). Some plans and states allow it. Check it.',
    child_too_old: 'A child is older than {age}. Enter the birth year with four digits, or correct the relationship.',
    country_as_us: 'Country "{value}" is not recognized. The address was saved as a United States address.',
    coverage_before_hire:
      'Coverage starts before the hire date. It was saved as sent. One of the two dates may be wrong.',
    dependent_over_age:
      'A dependent who is neither spouse nor child is {age} or older, continues to be covered, and is not marked as disabled (INS10). Some plans and states allow it. Check it.',
    disabled_unknown: 'Disabled: "{value}" is neither Yes nor No. Enter Yes or No.',
    email_not_saved: 'The email address is not complete (name@company.com), so it was not saved.',
    employee_under_age: 'The employee is younger than {age}. If this is a dependent, enter the relationship.',
    gender_unclear:
      'Gender "{value}" can mean male or female (H and M, M and F), so it was left blank. Match the columns and choose which.',
    gender_unknown: 'Gender "{value}" is not recognized.',
    hire_date_earlier: 'The hire date changes from {known} to {sent}. If the later one was a rehire date, send both',
    nine_digit_ids:
      'The column "{heading}" contains nine-digit numbers, like SSNs. It was read as employee IDs, which every user can see. If they are SSNs, match the columns.',
    phone_not_saved:
      'The phone number does not have ten digits. Area code and number must start with 2 to 9. It was not saved.',
    plan_outside_person:
      'A plan is outside the person it belongs to and was not added. Send elections inside the element of their person, or with an ID of exactly one person in the file.',
    row_address_kept: 'The address was not changed',
    row_child_over_age: 'The child is {age} or older and not marked as disabled. {lines} continues',
    row_identity_replaced: 'The {what} on record was different. The one in the census replaces it',
    row_kept_without_coverage: '{lines}: stays without coverage',
    row_location_unused: 'The location was not used. This group is billed in one place',
    row_matched_by_name: 'Matched by name only. No other member has this name, and nothing else could be compared',
    salary_not_yearly: 'The salary period is "{period}", not per year, so the salary was not saved.',
    salary_too_low: 'The salary is less than $1,000 a year and may be an hourly rate, so it was not saved.',
    spouse_under_age:
      'A spouse is younger than {age}. Correct the relationship if this is a child, or enter the birth year with four digits.',
    ssn_is_atin: 'The number is an ATIN (for a child whose adoption is pending), not an SSN.',
    ssn_is_itin: 'The number is an ITIN (it starts with 9), not an SSN.',
    ssn_last_four_only:
      'The row gives only the last four digits of the SSN. The member was matched by name and date of birth, and has no SSN.',
    ssn_last_four_shape: 'The last-four column does not contain four digits. It was not compared.',
    ssn_masked: 'Only the last four digits of the SSN are shown. The member was added without an SSN.',
    ssn_placeholder: 'The SSN looks like a placeholder (one digit nine times, or 123456789).',
    ssn_word: 'The SSN is a word. The member was added without an SSN.',
    ssn_zero: 'The SSN is zero. The member was added without an SSN.',
    state_not_saved: 'The state is not a state or territory code, so it was not saved.',
    termination_before_hire_ignored:
      'Termination dates before the hire or rehire date were not used. Employment continues from that date.',
    zip_not_saved: 'The ZIP code must have five or nine digits (12345-6789), so it was not saved.',
  }),
  ...messages('info', {
    address_split: 'Addresses in one cell were split into street, city, state, and ZIP code.',
    beneficiaries_unread: 'Beneficiaries and physicians are not dependents. They were not read.',
    birth_century:
      'Two-digit birth years in the future were read as years of the last century. Enter four digits for any other year.',
    cobra_coverage_start: 'Coverage of COBRA members without a start date begins with COBRA.',
    coverage_from_birth: 'Coverage of dependents born after its start begins on their date of birth.',
    employee_ids_of_dependents:
      'Every row has a different employee ID, including dependents. The dependents’ IDs were not used. Dependents belong to the employee above them.',
    employee_ssn_on_dependents:
      'The SSNs in dependent rows are those of their employees. They were used to find the employee, and the dependents have no SSN.',
    family_by_place: 'Dependents without a family number were linked to the employee above them.',
    full_name_in_nm103: 'NM103 contained the full name, with the last name before a comma. It was split into parts.',
    hire_date_kept: 'The hire date stays {date}, the rehire date. Earlier coverage ended before it',
    last_name_of_employee: 'Dependents without a last name were given the employee’s last name.',
    name_mark_removed:
      'A mark after a name, such as *, was not read. A note about it below the census was not read either.',
    name_status_removed:
      'A status in a name that only says the member works here, such as On Leave, was removed from the name.',
    names_last_first:
      'Names were read as Last First, because families in this census share the first word or an initial comes last.',
    row_email_left_out: 'Email address not saved',
    row_family_number_former_ssn: 'The subscriber’s number is a former SSN. The subscriber was found by it',
    row_family_number_zeros:
      'The subscriber number (REF*0F) lost its leading zeros. The subscriber was found with them',
    row_former_number_match: 'Found by the former number in the file (REF*Q4)',
    row_phone_left_out: 'Phone number not saved',
    row_state_left_out: 'State not saved',
    row_zip_left_out: 'ZIP code not saved',
    several_emails: 'A cell had several email addresses. The first one was used.',
    several_phones: 'A cell had several phone numbers. The first one was used.',
    single_name: 'The member has only one name. It was saved as the last name, and the first name is blank.',
    ssn_column_found: 'The column "{heading}" contains SSNs and was read as SSN.',
    ssn_last_four_compared:
      'The row gives only the last four digits of the SSN. They were compared with the SSN on record and not saved.',
    ssn_zeros_restored: 'The SSN had lost its leading zeros in the spreadsheet. They were restored.',
    suffix_in_last_name: 'The last name also contained the suffix (Jr, III). It was used once.',
    termination_before_hire_unused: 'The termination date is before the hire date and was not used',
    zip_zeros_restored: 'The ZIP code had lost its leading zeros in the spreadsheet. They were restored.',
  }),
};
