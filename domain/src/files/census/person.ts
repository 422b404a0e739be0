import { fromCents } from '../../money.ts';
import { ageOn, type CalendarDate } from '../../calendar-date.ts';
import { isMaskedSsn, MASKED_SSN } from '../../members/ssn.ts';
import { hasLostZipZeros, postalState } from '../../us-states.ts';
import type { EnrollmentRecord } from '../enrollment-record.ts';
import { shown } from '../shown-value.ts';
import { readCountry } from '../../countries.ts';
import { isCompact, RowCells, DIGITS_ALONE } from './row-cells.ts';
import { isRounded, readGender, readSalary, readSsn, readYesNo, readZip } from './values/cell-values.ts';
import { wordsOf } from '../../plain-words.ts';
import { firstEmail, firstPhone, type OfSeveral } from './values/contact-cells.ts';
import { readDate } from './values/read-date.ts';

/** Nobody's yearly salary, in cents: what is paid by the hour or the week stands in many of these columns. */
const LEAST_SALARY = 1_000_00;

/** 6/1/28, 28-JUN-31: from this age on a year of two digits may as well be a slip, or of a day that is not a birth. */
const FEW_ARE_SO_OLD = 80;
const TWO_DIGIT_YEAR = /^(?!\d{4}).*\D\d{2}$/;

/** What says that a salary is for a year. */
const A_YEAR: ReadonlySet<string> = new Set(
  'annual annually annualized annualised year yearly peryear ayear a y yr annum pa salary salaried exempt s'.split(' '),
);

/** 48,000/yr, 2,500 biweekly: for how long it is, behind the amount. */
const PERIOD_BEHIND =
  /^(\$? ?[\d,]+(?:\.\d+)?)\s*(?:\/|per|an?\b|p\.)?\s*(year|yr|annum|annually|annual|yearly|month|mo|monthly|week|wk|weekly|bi-?weekly|semi-?monthly|pay ?period|pp|day|daily)\.?$/i;

const LIKE_AN_SSN = /^\d{3}[- ]\d{2}[- ]\d{4}$/;
const SSN_FOR_BIRTH =
  'Date of birth is not a calendar date: an SSN stands there. The cells of the row have shifted, or the headings of two columns have changed places';

/** What a row says of the person alone: numbers, birth, address, pay. */
export class RowPerson extends RowCells {
  /** All that the row gives of the SSN, where it gives no more. */
  ssnLast4: string | undefined;

  ssn(): string | undefined {
    const whole = this.wholeSsn();
    const end = this.endOfSsn();
    if (whole === undefined) this.ssnLast4 ??= end;
    else if (end !== undefined && !whole.endsWith(end))
      this.refuse(
        'ssn',
        'ssn_last_four_differ',
        'The SSN and the column for its last four digits do not agree; leave the one that is right',
      );
    return whole;
  }

  private wholeSsn(): string | undefined {
    const cell = this.cell('ssn');
    if (cell === undefined) return undefined;
    const { text, padded } = readSsn(cell, this.padSsns);
    if (isRounded(cell)) {
      this.refuse(
        'ssn',
        'ssn_rounded',
        'SSN was rounded by a spreadsheet (it reads like 4.1E+08); its last digits are lost',
      );
      return undefined;
    }
    if (isMaskedSsn(text)) {
      this.warn('ssn', MASKED_SSN.code, MASKED_SSN.message);
      this.ssnLast4 = text.slice(-4);
      return undefined;
    }
    if (/^\d{4}$/.test(text)) return this.lastFour(text);
    if (text === '0' || text === '000000000') {
      this.warn('ssn', 'ssn_word', 'A zero stands in place of the SSN; the person is taken without one');
      return undefined;
    }
    if (/^[a-z]+$/i.test(text) && !/^x+$/i.test(text)) {
      this.warn('ssn', 'ssn_word', 'A word stands in place of the SSN; the person is taken without one');
      return undefined;
    }
    if (padded) this.warn('ssn', 'ssn_padded', 'SSN had lost its leading zeros in the sheet; they were put back');
    return text === '' ? undefined : text;
  }

  /** The last four digits tell nobody apart: only where name and birth date do, the person is taken without an SSN. */
  private lastFour(digits: string): undefined {
    const isNamed = this.cells.has('fullName') || (this.cells.has('firstName') && this.cells.has('lastName'));
    if (isNamed && this.cell('dateOfBirth') !== undefined)
      this.warn(
        'ssn',
        'ssn_last_four',
        'Only the last four digits of the SSN are given; the person is taken by name and date of birth, without an SSN',
      );
    else
      this.refuse(
        'ssn',
        'ssn_last_four',
        'Only the last four digits of the SSN are given, and without a name and a date of birth nobody can tell whose they are',
      );
    this.ssnLast4 = digits;
  }

  /** A column of its own for them. A sheet takes 0042 for a number, and drops its zeros. */
  private endOfSsn(): string | undefined {
    const cell = this.cell('ssnLast4');
    if (cell === undefined) return undefined;
    const { text } = readSsn(cell);
    const end = isMaskedSsn(text) ? text.slice(-4) : /^\d{1,4}$/.test(text) ? text.padStart(4, '0') : undefined;
    if (end === undefined)
      this.warn(
        'ssn',
        'ssn_last_four_unread',
        'The last four digits of the SSN are not four digits; they were not compared',
      );
    // A zero stands for a number that is not known.
    else if (end !== '0000' && !this.cells.has('ssn'))
      this.warn(
        'ssn',
        'ssn_last_four',
        'Only the last four digits of the SSN are given; they are compared with the SSN on record, and not stored',
      );
    return end === '0000' ? undefined : end;
  }

  birth(): CalendarDate | undefined {
    const cell = this.cell('dateOfBirth');
    if (cell === undefined) return undefined;
    const date = readDate(cell, this.datesOf('dateOfBirth'), true);
    if (date === undefined)
      this.refuse(
        'dateOfBirth',
        'not_a_date',
        isCompact(cell)
          ? `Date of birth: ${DIGITS_ALONE}`
          : LIKE_AN_SSN.test(String(cell).trim())
            ? SSN_FOR_BIRTH
            : 'Date of birth is not a calendar date',
      );
    else if (TWO_DIGIT_YEAR.test(String(cell).trim()) && ageOn(date, this.place.dates.today) >= FEW_ARE_SO_OLD)
      this.warn(
        'dateOfBirth',
        'birth_year_ahead',
        'Birth years of two digits that would lie ahead were read as those of the last century; write four digits where another year is meant',
      );
    return date;
  }

  gender(): EnrollmentRecord['gender'] {
    const cell = this.cell('gender');
    if (cell === undefined) return undefined;
    const { genders, words } = this.place;
    const known = genders ? genders.of(cell) : (words.meaning('gender', cell) ?? readGender(cell));
    if (known === undefined && readGender(cell) !== undefined) {
      this.warn(
        'gender',
        'gender_doubtful',
        `Gender "${shown(String(cell))}" may mean a man or a woman (H and M, M and F) and was left open; match the columns and say which`,
      );
      return undefined;
    }
    if (known === undefined) this.warn('gender', 'gender_unknown', `Gender "${shown(String(cell))}" is not known`);
    return known ?? 'unknown';
  }

  email(): string | undefined {
    return this.first('email', firstEmail);
  }

  phone(): string | undefined {
    return this.first('phone', firstPhone);
  }

  private first(field: 'email' | 'phone', of: (cell: string) => OfSeveral): string | undefined {
    const cell = this.text(field);
    if (cell === undefined) return undefined;
    const { text, hasMore } = of(cell);
    if (hasMore)
      this.warn(
        field,
        'first_of_several',
        `Of several ${field === 'email' ? 'email addresses' : 'telephone numbers'} in a cell the first was taken`,
      );
    return text;
  }

  state(): string | undefined {
    const text = this.text('state');
    // US-IA, as ISO 3166-2 writes it.
    return text === undefined ? undefined : postalState(text.replace(/^US-(?=[A-Za-z]{2}$)/i, ''));
  }

  zip(): string | undefined {
    const cell = this.cell('zip');
    if (cell === undefined) return undefined;
    const state = this.state();
    // Without a state, or a country, only the list tells.
    const lost =
      state === undefined && !this.cells.has('country')
        ? this.place.zerosLost?.zip === true
        : hasLostZipZeros(String(cell).trim(), state);
    const { text, padded } = readZip(cell, this.place.padZeros || lost);
    if (padded) this.warn('zip', 'zip_padded', 'ZIP code had lost its leading zeros in the sheet; they were put back');
    return text;
  }

  /** Only of an address outside the United States, as N404 in an 834. */
  country(): string | undefined {
    const cell = this.cell('country');
    if (cell === undefined) return undefined;
    const found = readCountry(cell);
    if (found === undefined)
      this.warn(
        'country',
        'country_unknown',
        `Country "${shown(String(cell))}" is not known; the address was taken for one in the United States`,
      );
    return found?.isDomestic === false ? found.code : undefined;
  }

  salary(): EnrollmentRecord['salary'] {
    const cell = this.cell('salary');
    if (cell === undefined) return undefined;
    const isByTheHour = /(?:\/|per|an) ?(?:hr|hour|h)\.?$|hourly$/i.test(String(cell).trim());
    const [, written, period] = PERIOD_BEHIND.exec(String(cell).trim()) ?? [];
    if (period !== undefined && !isByTheHour && !A_YEAR.has(wordsOf(period))) {
      this.warn(
        'salary',
        'salary_not_a_year',
        `Salary is said to be "${shown(period)}", not for a year; it was left out`,
      );
      return undefined;
    }
    const amount = isByTheHour ? fromCents(LEAST_SALARY - 1) : readSalary(written ?? cell);
    if (amount === undefined) this.refuse('salary', 'not_an_amount', 'Salary is not an amount of money');
    const per = this.cell('salaryPer');
    if (amount !== undefined && per !== undefined && !A_YEAR.has(wordsOf(String(per)))) {
      this.warn(
        'salary',
        'salary_not_a_year',
        `Salary is said to be "${shown(String(per))}", not for a year; it was left out`,
      );
      return undefined;
    }
    if (amount !== undefined && amount > 0 && amount < LEAST_SALARY) {
      this.warn(
        'salary',
        'salary_by_the_hour',
        'Salary is less than $1,000 a year, perhaps a rate by the hour; it was left out',
      );
      return undefined;
    }
    return amount;
  }

  yes(field: 'handicapped'): boolean | undefined {
    const cell = this.cell(field);
    if (cell === undefined) return undefined;
    const told = this.place.words.meaning('yes_no', cell);
    const answer = told
      ? told === 'yes'
      : (readYesNo(cell) ?? readYesNo(/^(?:yes|no)\b/i.exec(String(cell))?.[0] ?? ''));
    if (answer === undefined) this.warn(field, 'yes_or_no', `Disabled: "${shown(String(cell))}" is neither yes nor no`);
    return answer ? true : undefined;
  }

  emergencyContact(): EnrollmentRecord['emergencyContact'] {
    const contact = {
      name: this.text('emergencyName'),
      phone: this.text('emergencyPhone'),
      relationship: this.text('emergencyRelationship'),
    };
    return contact.name === undefined && contact.phone === undefined ? undefined : contact;
  }
}
