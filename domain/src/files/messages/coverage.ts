import { messages } from './message-table.ts';

/** The coverage that a file lists. */
export const COVERAGE_MESSAGES = {
  ...messages('error', {
    action_end_without_date:
      'The action ends coverage, but the row has no last day. Add a column Term Date or Coverage End Date. An effective date could be the last day or the day after.',
    cobra_end_before_start: 'COBRA ends before it starts. Correct one of the two dates.',
    cobra_no_with_start: 'The COBRA column says No, but the row has a COBRA start date. Correct one of the two.',
    coverage_before_birth: '{line}: coverage starts before the date of birth. Correct one of the two dates.',
    coverage_end_before_start: '{line}: coverage ends before it starts. Correct one of the two dates.',
    coverage_not_approved:
      '{line}: "{value}" says the coverage is not approved yet. Enter Enrolled once it is effective, or Waived if it will not be.',
    coverage_start_too_far: '{line}: coverage starts more than {years} years from now. Correct the date.',
    covered_person_relationship:
      'The relationship is missing. An election covers this person. Send the relationship, such as Spouse or Child, with the name.',
    election_of_no_one:
      'A coverage outside its person has no plan, or does not say whose it is. Add the plan and the person.',
    election_unclear:
      '{line}: "{value}" says neither that coverage is waived nor that it is elected. Enter Waived or the plan.',
    end_words_no_day: '{field}: "{value}" has no date. Enter the date.',
    end_words_no_day_or_term: '{field}: "{value}" has no date. Enter the date, or add a termination date.',
    end_words_no_month: '{field}: "{value}" does not say which month. Enter the date.',
    end_words_no_month_or_term:
      '{field}: "{value}" does not say which month. Enter the date, or add a termination date.',
    ends_without_plans:
      'The coverage lines without a plan end on different dates. Enter the plans with their last days.',
    enrolled_but_waived:
      '{line}: one column says coverage is elected, but the plan column says it is not. Correct one of the two.',
    kept_of_new_member:
      '{line}: the census says coverage stays the same (such as No Change), but this person is not in the group. Enter the plan, or Waived.',
    line_end_missing: '{line}: the termination has no last day of coverage (349). Send it.',
    plan_cell_error:
      '{line}: the plan cell contains a spreadsheet error, such as #REF!. Enter the plan, or leave the cell empty.',
    plan_choice_unnamed: '{line}: "{value}" does not say which plan the member has now. Enter the plan.',
    plan_end_differs:
      'Line {line} names the same {coverage} plan for the same person {ends}. If the end date is a dependent’s, enter the dependent in a separate row. Otherwise, keep only the correct row.',
    plan_no_match: 'Plan code {plan} doesn’t match any plan.',
    plan_number_error:
      'Plan {number}: the plan cell contains a spreadsheet error, such as #REF!. Enter the plan, or leave the cell empty.',
    plan_number_unnamed: 'Plan {number}: "{value}" names neither the plan nor the coverage line. Enter the plan.',
    plan_too_long: '{line}: the plan is longer than {most} characters. Shorten it.',
    plus_one_unknown:
      '{line}: coverage level "{word}" is not recognized. Our levels have no "plus one", and the census does not show whether it is the spouse or a child. Match the words and choose which.',
    reason_without_end:
      'The reason "{reason}" says the member left, but the row names a plan without an end date. Enter a termination date or the last day of coverage, or remove the reason.',
    start_before_rehire:
      'The coverage start is before the rehire date, and the earlier employment ended. Enter the date coverage started after the rehire.',
    start_is_missing: '{line}: the first day of coverage (348) is missing. Send it.',
    start_needs_hire_date:
      '{label}: "{rule}" counts from the hire date, but the row has no hire date. Enter the hire date, or the start date.',
    status_c_unclear: 'Status "C" can mean COBRA, canceled, or covered. Enter the full word.',
    status_date_unclear:
      'Status "{value}" is not recognized, so its date may or may not be a last day. Enter Terminated, On Leave, or Active.',
    status_maybe_terminated:
      'Status "{value}" is not recognized and may mean terminated. Enter Terminated with the last day, Waived, or Active.',
    status_n_unclear: 'Status "{value}" can mean terminated or new. Enter the full word.',
    status_not_approved:
      'Status "{value}" says the coverage is not approved yet. Enter Enrolled once it is effective, or Waived if it will not be.',
    terminated_then_rehired:
      'The row says the member left, but the hire or rehire date is after the termination date. Enter the date of the last termination.',
    termination_before_hire_date:
      'The termination date is before the hire date. Remove it, or add a status or rehire date if the member still works here.',
    termination_date_in_column:
      'The status says employment or coverage ended, but there is no termination date. "{heading}" may be the last day, or the day after. If it is the last day, match that column as the termination date. Otherwise, enter the last day.',
    termination_date_is_missing:
      'The status says employment or coverage ended, but there is no termination date. Enter it.',
    tier_date_unclear:
      'The date next to a coverage level does not say whether coverage starts or ends. Enter eff or term before the date, or move it to its own column.',
    tier_not_known: '{line}: coverage level "{word}" is not recognized. Correct it, or match the word.',
    tier_unknown_undecided:
      '{line}: coverage level "{word}" is not recognized, and the row does not say whether there is coverage. Correct the coverage level.',
    two_plans_in_elements:
      'Several elements name different {line} plans for this person. Keep only the correct one, or name the coverage line of each.',
    two_plans_in_rows:
      'Line {line} names another {coverage} plan for the same person, "{plan}". Keep only the correct row, or enter dates that follow each other.',
    two_plans_same_day: '{line}: two plans start on the same day, "{first}" and "{second}". Send only the correct one.',
    waived_and_elected:
      '{line}: one column says coverage is waived, and another says it is elected. Correct one of the two.',
    waived_but_enrolled:
      '{line}: one column says coverage is waived, but the row also has a plan, coverage level, or start date for it. Remove one of the two.',
    waived_but_kept:
      '{line}: one column says coverage is waived, and the plan column says it stays the same. Correct one of the two.',
    waived_status_with_plan: 'The status says coverage is waived, but the row names a plan. Correct one of the two.',
    waiver_date_unused:
      'The row has a waiver date and plans, but nothing in the row is declined. The date was not used. Enter Waived in place of the declined plan.',
  }),
  ...messages('warning', {
    cobra_event_unknown: 'COBRA event "{value}" is not recognized, so it was not saved.',
    cobra_flag_unknown: 'COBRA: "{value}" is neither Yes nor No. Enter Yes or No.',
    coverage_status_unknown: 'Coverage status "{value}" is not recognized, so it was not used.',
    declined_with_other_plan:
      '{line} is declined in its own column, and another column names a plan, such as Current Plan. That plan was not read.',
    dependent_line_without_employee:
      '{line} is listed for a dependent whose employee does not have it. It adds no coverage.',
    dependent_row_not_covered:
      '{line}: dependents whose row says they are not covered got no coverage, although the row names the family’s plan.',
    election_covers_unknown:
      'An election covers people by references or names that match no one in this family, or has no plan. They were not read. Dependents have the employee’s plan.',
    election_not_administered: '"{value}" is not a coverage line offered here. Elections for it add no coverage.',
    eligibility_ends_first:
      'Eligibility ends (357) before the coverage starts. The coverage was added without an end date.',
    end_on_first_of_month:
      'Coverage ends on the first day of a month, and that day is covered. If this sender means the first day without coverage, select "An end date is the first day without coverage" in its profile.',
    line_end_not_administered: '"{value}" is not a coverage line offered here. Rows that end it change nothing.',
    line_not_administered: '"{value}" is not a coverage line offered here. Rows for it add no coverage.',
    line_without_plan: 'A coverage line has no plan, coverage level, or start date. It adds no coverage.',
    nothing_elected: '{line}: "{value}" without a plan means nothing is elected yet. It adds no coverage.',
    plan_number_declined:
      'Plan {number} is declined, but the row does not say which coverage line. Nothing was changed.',
    plan_year_earliest:
      'A column gives the plan year start. Coverage without a start date follows the group’s rules, and starts no earlier than that date. If it is the start date, match the columns.',
    plans_of_line_overlap: 'Two plans of one coverage line overlap. The later one is effective from its first day.',
    start_from_later_column:
      'Coverage starts on the later of "{eligibility}" (eligibility date) and "{enrollment}" (enrollment date). If only one of them applies, match the columns.',
    start_not_before_eligibility:
      'Coverage without a start date follows the group’s rules, and starts no earlier than "{eligibility}". If that column is the start date, match the columns.',
    status_date_unused:
      'A date next to a continuing status, such as LOA 5/1/2026 or Active since 3/1/2024, was not read. The census does not say what starts or ends on that date.',
    status_not_recognized: 'Status "{value}" is not recognized, so it was not used.',
    tier_alone: '{line}: the row has a coverage level, but no plan. It adds no coverage.',
    tier_alone_unknown:
      '{line}: the row has "{value}", which is not a recognized coverage level, but no plan. It adds no coverage. If coverage is waived, enter Waived.',
    tier_without_plan: 'A coverage level has no plan or coverage line. It adds no coverage.',
    two_disability_plans:
      'Two disability plans start on the same day, and only one can be administered here. The later one in the file was kept.',
  }),
  ...messages('info', {
    active_with_past_termination:
      'Active members with a past termination date were treated as rehired. The termination date was not used.',
    amount_as_plan:
      '{line}: the plan column contains an amount. The plan the group offers was used. The amount was not saved.',
    amount_beside_plan: 'A plan cell also contained an amount. The plan was read. The amount was not saved.',
    cobra_beneficiaries_read: 'Qualified beneficiaries (QB) were read as members on COBRA.',
    cobra_date_in_cell: 'A date next to COBRA, such as COBRA 1/1/2026, was read as the COBRA start date.',
    declined_plan_named:
      '{line}: a plan is next to Waived, without a coverage level or start date. It was read as the declined plan.',
    dropped_as_waived: '"{value}" in place of a plan was read as Waived.',
    heading_as_coverage_end: '"{heading}" was read as the last day of coverage, not of employment.',
    heading_as_coverage_end_alone:
      '"{heading}" was read as the last day of coverage, not of employment. It is next to the coverage, and no column is about the job.',
    heading_as_coverage_start: '"{heading}" was read as the coverage start, not the hire date.',
    heading_as_termination: '"{heading}" was read as the last day of employment. Coverage ends with it.',
    hire_before_rehire: 'Hire dates before a rehire date were not used. Employment counts from the rehire date.',
    later_start_of_dependent:
      'Rows that repeat an employee with a later coverage start next to a dependent were read as the start of the dependent’s coverage.',
    period_in_cell:
      'A date range in one cell, such as 1/1/2026 - 12/31/2026, was read as the first and last day of coverage.',
    plan_date_in_cell:
      'A date next to a plan, such as eff 2/1/2026 or term 10/31/2026, was read as the first or last day of coverage.',
    plan_with_tier_in_cell: 'One cell contained a plan and its coverage level. Both were read.',
    plan_year_of_column:
      'Plans without a start date begin with the plan year given in a column. Declined coverage ends the day before.',
    plan_year_of_headings:
      'The headings name plan year {year}. Those plans start when the group’s plan year begins in {year}, and declined coverage ends the day before. For another date, add a coverage start column.',
    plans_in_one_cell: 'One cell named plans of several coverage lines. Each plan was read for its own line.',
    plans_start_with_first: 'Plans without their own start date use the start date of the first plan in their row.',
    plus_one_resolved: '{line}: "{value}" was read as {tier} because the census has one dependent covered under it.',
    reason_as_waived:
      '"{value}" in place of a plan was read as the reason coverage is waived. If it is a plan, match the words.',
    relationship_from_tier:
      'The relationship was taken from coverage level "{tier}" of the election that covers the person.',
    start_from_hire:
      'Coverage start "{rule}" was counted from the hire date. Members already covered keep their start date.',
    start_from_hire_by_group:
      'Coverage start "{rule}" was counted from the hire date with the group’s waiting period. Members already covered keep their start date.',
    start_from_hire_limited:
      'Coverage start "{rule}" was counted from the hire date, with the legal limit of 90 days. Members already covered keep their start date.',
    status_date_as_termination:
      'A date next to a status, such as Terminated 10/31/2026, was read as the last day of employment.',
    status_date_as_waiver:
      'A date next to a status, such as Waived 1/1/2026, was read as the first day coverage is waived.',
    tier_columns_read:
      'Columns for one coverage level each, such as Medical EE+SP, were read. A mark or an amount means the member has that level.',
    tier_date_as_start:
      'A date next to a coverage level, such as Family 1/1/2026, was read as the start date of that coverage level.',
    tier_date_unused: 'A date next to a coverage level was not read. Another column gives the coverage start or end.',
  }),
};
