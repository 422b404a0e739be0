import { fileMessage } from '../messages/file-message.ts';
import { fromCents } from '../../money.ts';
import { ageOn, type CalendarDate } from '../../calendar-date.ts';
import { isMaskedSsn } from '../../members/ssn.ts';
import { hasLostZipZeros, postalState } from '../../us-states.ts';
import type { EnrollmentRecord } from '../enrollment-record.ts';
import { shown } from '../shown-value.ts';
import { readCountry } from '../../countries.ts';
import { isCompact, RowCells } from './row-cells.ts';
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
const SSN_FOR_BIRTH = fileMessage('birth_is_ssn');

/** What a row says of the person alone: numbers, birth, address, pay. */
export class RowPerson extends RowCells {
  /** All that the row gives of the SSN, where it gives no more. */
  ssnLast4: string | undefined;

  ssn(): string | undefined {
    const whole = this.wholeSsn();
    const end = this.endOfSsn();
    if (whole === undefined) this.ssnLast4 ??= end;
    else if (end !== undefined && !whole.endsWith(end))
      this.refuse('ssn', 'ssn_last_four_differ', fileMessage('ssn_last_four_differ'));
    return whole;
  }

  private wholeSsn(): string | undefined {
    const cell = this.cell('ssn');
    if (cell === undefined) return undefined;
    const { text, padded } = readSsn(cell, this.padSsns);
    if (isRounded(cell)) {
      this.refuse('ssn', 'ssn_rounded', fileMessage('ssn_rounded'));
      return undefined;
    }
    if (isMaskedSsn(text)) {
      this.warn('ssn', 'ssn_masked', fileMessage('ssn_masked'));
      this.ssnLast4 = text.slice(-4);
      return undefined;
    }
    if (/^\d{4}$/.test(text)) return this.lastFour(text);
    if (text === '0' || text === '000000000') {
      this.warn('ssn', 'ssn_word', fileMessage('ssn_zero'));
      return undefined;
    }
    if (/^[a-z]+$/i.test(text) && !/^x+$/i.test(text)) {
      this.warn('ssn', 'ssn_word', fileMessage('ssn_word'));
      return undefined;
    }
    if (padded) this.warn('ssn', 'ssn_padded', fileMessage('ssn_zeros_restored'));
    return text === '' ? undefined : text;
  }

  /** The last four digits tell nobody apart: only where name and birth date do, the person is taken without an SSN. */
  private lastFour(digits: string): undefined {
    const isNamed = this.cells.has('fullName') || (this.cells.has('firstName') && this.cells.has('lastName'));
    if (isNamed && this.cell('dateOfBirth') !== undefined)
      this.warn('ssn', 'ssn_last_four', fileMessage('ssn_last_four_only'));
    else this.refuse('ssn', 'ssn_last_four', fileMessage('ssn_last_four_alone'));
    this.ssnLast4 = digits;
  }

  /** A column of its own for them. A sheet takes 0042 for a number, and drops its zeros. */
  private endOfSsn(): string | undefined {
    const cell = this.cell('ssnLast4');
    if (cell === undefined) return undefined;
    const { text } = readSsn(cell);
    const end = isMaskedSsn(text) ? text.slice(-4) : /^\d{1,4}$/.test(text) ? text.padStart(4, '0') : undefined;
    if (end === undefined) this.warn('ssn', 'ssn_last_four_unread', fileMessage('ssn_last_four_shape'));
    // A zero stands for a number that is not known.
    else if (end !== '0000' && !this.cells.has('ssn'))
      this.warn('ssn', 'ssn_last_four', fileMessage('ssn_last_four_compared'));
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
          ? fileMessage('birth_digits_unclear')
          : LIKE_AN_SSN.test(String(cell).trim())
            ? SSN_FOR_BIRTH
            : fileMessage('birth_not_a_date'),
      );
    else if (TWO_DIGIT_YEAR.test(String(cell).trim()) && ageOn(date, this.place.dates.today) >= FEW_ARE_SO_OLD)
      this.warn('dateOfBirth', 'birth_year_ahead', fileMessage('birth_century'));
    return date;
  }

  gender(): EnrollmentRecord['gender'] {
    const cell = this.cell('gender');
    if (cell === undefined) return undefined;
    const { genders, words } = this.place;
    const known = genders ? genders.of(cell) : (words.meaning('gender', cell) ?? readGender(cell));
    if (known === undefined && readGender(cell) !== undefined) {
      this.warn('gender', 'gender_doubtful', fileMessage('gender_unclear', { value: shown(String(cell)) }));
      return undefined;
    }
    if (known === undefined)
      this.warn('gender', 'gender_unknown', fileMessage('gender_unknown', { value: shown(String(cell)) }));
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
      this.warn(field, 'first_of_several', fileMessage(field === 'email' ? 'several_emails' : 'several_phones'));
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
    if (padded) this.warn('zip', 'zip_padded', fileMessage('zip_zeros_restored'));
    return text;
  }

  /** Only of an address outside the United States, as N404 in an 834. */
  country(): string | undefined {
    const cell = this.cell('country');
    if (cell === undefined) return undefined;
    const found = readCountry(cell);
    if (found === undefined)
      this.warn('country', 'country_unknown', fileMessage('country_as_us', { value: shown(String(cell)) }));
    return found?.isDomestic === false ? found.code : undefined;
  }

  salary(): EnrollmentRecord['salary'] {
    const cell = this.cell('salary');
    if (cell === undefined) return undefined;
    const isByTheHour = /(?:\/|per|an) ?(?:hr|hour|h)\.?$|hourly$/i.test(String(cell).trim());
    const [, written, period] = PERIOD_BEHIND.exec(String(cell).trim()) ?? [];
    if (period !== undefined && !isByTheHour && !A_YEAR.has(wordsOf(period))) {
      this.warn('salary', 'salary_not_a_year', fileMessage('salary_not_yearly', { period: shown(period) }));
      return undefined;
    }
    const amount = isByTheHour ? fromCents(LEAST_SALARY - 1) : readSalary(written ?? cell);
    if (amount === undefined) this.refuse('salary', 'not_an_amount', fileMessage('salary_not_amount'));
    const per = this.cell('salaryPer');
    if (amount !== undefined && per !== undefined && !A_YEAR.has(wordsOf(String(per)))) {
      this.warn('salary', 'salary_not_a_year', fileMessage('salary_not_yearly', { period: shown(String(per)) }));
      return undefined;
    }
    if (amount !== undefined && amount > 0 && amount < LEAST_SALARY) {
      this.warn('salary', 'salary_by_the_hour', fileMessage('salary_too_low'));
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
    if (answer === undefined)
      this.warn(field, 'yes_or_no', fileMessage('disabled_unknown', { value: shown(String(cell)) }));
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
