import { messages } from './message-table.ts';

/** Members and coverages of an 834. */
export const EDI_834_MESSAGES = {
  ...messages('error', {
    cobra_end_in_future:
      'COBRA ends in the future (341), and nothing else says when coverage ends. Send the last day (357).',
    date_not_ccyymmdd: '{field} is not a calendar date. An 834 has dates as CCYYMMDD. Correct it.',
    date_not_in_calendar: '{field}: {date} is not a calendar date. Correct it.',
    date_not_in_calendar_secret: '{field} is not a calendar date. Correct it.',
    date_not_year_first: '{field}: {date} is not a calendar date. An 834 has the year first (CCYYMMDD). Correct it.',
    date_order_unclear:
      '{field} can be read with the month or the day first. An 834 has the year first (CCYYMMDD). Correct the date.',
    death_before_birth: 'The date of death (INS12) is before the date of birth. Correct one of the two.',
    death_in_future:
      'The date of death (INS12) is in the future, and nothing else says when coverage ends. Send the last day (357).',
    hd01_unknown: 'Maintenance type "{type}" (HD01) is not recognized. Send a code of the guide.',
    hd03_missing: 'The insurance line (HD03) is missing. Send it.',
    hd03_unadministered:
      'Insurance line {code} is not administered here. Send a line this group offers, or remove the coverage.',
    icm02_not_amount: 'The wage (ICM02) is not an amount. Correct it.',
    ins01_ins02_differ:
      'INS01 says subscriber (Y), INS02 says dependent ({code}), and the subscriber number (REF*0F) differs from the SSN. Send N for a dependent, or 18 for a subscriber.',
    ins01_unknown: 'INS01 is neither Y (subscriber) nor N (dependent). Correct it.',
    ins02_missing: 'The relationship (INS02) is missing. Send it.',
    ins02_unknown: 'Relationship code "{code}" (INS02) is not recognized. Send a code of the guide.',
    ins03_delete_unclear:
      'INS03 is 002 (delete), which the guide allows only for a coverage (HD01), and not every HD01 has it. Send 024 with the last day if coverage ended, or 002 in every HD if it never existed.',
    ins03_missing: 'The maintenance type (INS03) is missing. Send it.',
    ins03_unknown: 'Maintenance type "{type}" (INS03) is not recognized. Send a code of the guide.',
    line_by_profile:
      'Insurance line {line} is not in the guide, and is read as life insurance only if the sender’s profile says so. Change the profile, or send LIF.',
    line_not_administered_834:
      'Insurance line {line} is not administered here. Send a line this group offers, or remove the coverage.',
    line_second_life:
      'Insurance line {line} comes with other life insurance, and a member can have one life plan at a time. Remove one of the two.',
    set_is_information_copy: 'The transaction set is an information copy (BGN01 is 22). Its members were not read.',
    set_repeated:
      'Transaction set {set} appears twice in its functional group. The members of the second one were not read.',
    terminator_in_value:
      'Segment {number} is not a segment of X12: the value before it contains the segment terminator. Remove the terminator from the value.',
    tier_in_hd03: 'HD03 has a coverage level ({code}) instead of the insurance line. Send the insurance line.',
    two_birth_dates: 'The record has two dates of birth (DMG). Send the correct one.',
    two_first_days: 'The coverage has two first days (348). Send the correct one.',
    two_last_days: 'The coverage has two last days (349). Send the correct one.',
    two_names: 'The record names two people (NM1*IL appears twice after one INS). Send an INS for each member.',
    two_subscriber_numbers: 'The record has two subscriber numbers (REF*0F). Send the correct one.',
  }),
  ...messages('warning', {
    birth_of_another_person:
      'A birth date (DMG) comes after the name of another person (NM1), and the member has none. We can’t tell whose it is, so it was not used.',
    cobra_without_status:
      'The record has a COBRA event (INS07) or COBRA start (340), but its benefit status (INS05) is not C. The member was not put on COBRA.',
    coverages_over_99: 'A record has more than 99 coverages.',
    death_in_future_ignored: 'Dates of death (INS12) in the future were not used.',
    dmg03_unknown: 'Gender code "{code}" is not recognized.',
    eligibility_end_used:
      'An addition or change has an eligibility end (357). Its coverage without a last day (349) ends on that date.',
    eligibility_end_unused:
      'A change without coverage (INS03 001, no HD) has an eligibility end (357). Coverage was not changed.',
    end_after_cob:
      'A last day (349) comes after other insurance (COB) or a provider (LX) of a coverage. It may belong to them, so it did not end the coverage.',
    ins04_declined_not_ended: 'INS04 says coverage is declined (26), but HD01 does not end it. HD01 was used.',
    ins06_employment: 'INS06 is for Medicare and has "{value}", an employment status, which belongs in INS08.',
    ins06_not_medicare: 'INS06 is for Medicare and has "{value}".',
    ins07_employment:
      'COBRA event "{value}" (INS07) is not recognized. It is an employment status, which belongs in INS08.',
    ins07_unknown: 'COBRA event "{value}" (INS07) is not recognized.',
    line_left_out: 'Insurance line {line} is not administered here, so it was not added.',
    line_left_out_by_profile:
      'Insurance line {line} is not in the guide, and is read as life insurance only if the sender’s profile says so. It was not added.',
    line_left_out_second_life:
      'Insurance line {line} comes with other life insurance, and a member can have one life plan at a time. It was not added.',
    n404_unknown: 'Country "{country}" (N404) is not recognized. The address was saved without it.',
    ssn_all_same: 'Nine zeros or nines in place of a dependent’s SSN mean it is unknown.',
    two_addresses: 'A member has two addresses (N3, N4) after one name. The first was used.',
  }),
  ...messages('info', {
    code_as_life:
      '{code} ({meaning}) is not in this guide. It was read as life insurance, as the sender’s profile says.',
    coverage_never_effective: 'The last day of coverage is not after the first, so the coverage never took effect.',
    date_kind_ignored: 'A date that OpenBenefits does not store was ignored: {what} (DTP {code}).',
    date_of_zeros: 'A date of zeros means no date.',
    dates_346_347: 'Dates 346 and 347 are not in this guide. They were read as 348 and 349.',
    dates_month_first:
      'Dates have the month first (MMDDCCYY) instead of CCYYMMDD. They were read that way if the other order is not a date.',
    dates_two_digit_year:
      'Dates have a two-digit year (YYMMDD) instead of CCYYMMDD. They were used if only one date is possible.',
    dates_with_time: 'Dates have dashes or a time. Only the date was used.',
    details_out_of_order:
      'Member details (N3, N4, PER, DMG, REF, DTP) come before the name, or after an address, employer, school, disability, provider, or another person. They were read as the member’s.',
    element_count_off: '{segment} has one element too few or too many. It was read by its other elements.',
    end_by_ins03: 'INS03 terminates the member (024), but HD01 does not. The listed coverage was terminated.',
    hd01_not_applicable: 'Coverage with maintenance type 032 (not applicable) was ignored.',
    ins02_not_18: 'A subscriber has relationship code {code} instead of 18. It was read as the subscriber.',
    ins02_zero_lost: 'A relationship code (INS02) lost its leading zero.',
    ins03_correction: 'Maintenance type 026 (correction) is for a coverage. It was read as a change.',
    ins03_delete:
      'INS03 is 002 (delete), which the guide allows only for a coverage (HD01). The coverage was read as never effective.',
    last_day_as_end:
      'A change or comparison has a last day of coverage (349) but no first day. It was read as a termination.',
    lif_as_life: 'LIF is not in this guide. It was read as life insurance.',
    names_after_coverage:
      'Names, addresses, or birth dates (NM1, N3, N4, DMG) come after a coverage (HD) instead of before it. They were read as the member’s.',
    newborn_from_birth:
      'Coverage of a newborn starts in the birth month, before the birth. It was started on the date of birth.',
    nm108_missing:
      'NM109 has nine digits without a qualifier (NM108). It was read as the sender’s member number, not as the SSN (34).',
    periods_merged: 'One record has consecutive periods of one plan without a gap. They were read as one period.',
    plan_by_reference: 'HD04 has no plan. The plan was taken from REF*CE, 17, or 1L of the coverage.',
    ref_of_letter_o: 'The subscriber number is under REF*OF, with the letter O. It was read as 0F.',
    rehire_date_used: 'The record has a rehire date (394). Employment counts from it.',
    segments_not_stored: 'Not stored, because OpenBenefits has no field for it: {items}.',
    ssn_under_sy: 'The SSN has qualifier SY instead of 34 (NM108).',
    start_at_member_level: 'The coverage start (348) is at member level instead of coverage level. It was used.',
    street_in_two_n3:
      'The street is in two segments (N3), but the guide has one. The second was used as the second address line.',
    tier_in_hd04:
      'HD04 has a coverage level (EMP, ESP, ECH, or FAM), and HD05 is empty. It was read as the level unless it matches a plan.',
    two_end_dates:
      'A termination has two last days. {used} was used, and not the last day of coverage (349) at member level.',
    waived_in_hd04: 'HD04 says coverage is waived. Existing coverage ends.',
    word_instead_of_code: '{field} has a word instead of a code. It was read by its meaning.',
  }),
};
