import { fileMessage } from '@openbenefits/domain/files/messages/file-message';
import { ACTION_OF_CODE, GENDER_OF_CODE, RELATIONSHIP_OF_CODE } from '@openbenefits/domain/files/edi-834/edi-834';
import { readAction, readGender, readRelationship } from '@openbenefits/domain/files/census/values/cell-values';
import type { EnrollmentAction, EnrollmentRecord } from '@openbenefits/domain/files/enrollment-record';
import { shown } from '@openbenefits/domain/files/shown-value';
import { isMaskedSsn, isNineDigits } from '@openbenefits/domain/members/ssn';
import { byCode, NO, packed, YES } from './codes.ts';
import { MemberCoverages } from './coverages.ts';
import { DATE, TEXT } from './member.ts';

const RELATIONSHIPS = byCode(RELATIONSHIP_OF_CODE);
const ACTIONS = byCode(ACTION_OF_CODE);
const GENDERS = byCode(GENDER_OF_CODE);
const SSN = packed('34');
/** REF's qualifier for an SSN, which some senders put into NM108. */
const SSN_OF_REF = packed('SY');
const FIRST_DIGIT = packed('1');
const LAST_DIGIT = packed('9');
const CORRECTION = packed('026');
/** Of a person, as HD01 has it of a coverage. */
export const DELETION = packed('002');

/** Who a member is, and what the record is about: INS01 to INS04, NM1 and DMG. */
export class MemberIdentity extends MemberCoverages {
  /** All that the record gives of the SSN, where it gives no more. */
  protected ssnLast4: string | undefined;

  /** Nine zeros or nines say that the SSN of a dependent is not known yet: a newborn is covered without. */
  protected knownSsn(ssn: string | undefined, isSubscriber: boolean): string | undefined {
    if (isSubscriber || (ssn !== '000000000' && ssn !== '999999999')) return ssn;
    this.warning('ssn', 'ssn_not_known', fileMessage('ssn_all_same'));
    return undefined;
  }

  /** Whether NM109 is for an SSN. */
  protected isSsn(): boolean {
    const qualifier = this.code(TEXT.idQualifier);
    return qualifier === SSN || qualifier === SSN_OF_REF;
  }

  protected ssn(id: string | undefined): string | undefined {
    this.ssnLast4 = undefined;
    const qualifier = this.code(TEXT.idQualifier);
    if (id !== undefined && qualifier === SSN) return this.wholeSsn(id);
    if (qualifier === 0 && id !== undefined && isNineDigits(id))
      this.warning('carrierMemberId', 'id_without_qualifier', fileMessage('nm108_missing'));
    const other = id !== undefined && qualifier === SSN_OF_REF ? id : this.text(TEXT.ssn);
    if (other === undefined) return undefined;
    this.warning('ssn', 'ssn_qualifier', fileMessage('ssn_under_sy'));
    return this.wholeSsn(other);
  }

  private wholeSsn(text: string): string | undefined {
    const ssn = withoutDashes(text);
    if (isNineDigits(ssn) || !isMaskedSsn(ssn)) return ssn;
    this.warning('ssn', 'ssn_masked', fileMessage('ssn_masked'));
    this.ssnLast4 = ssn.slice(-4);
    return undefined;
  }

  protected subscriber(): boolean {
    const code = this.code(TEXT.subscriber);
    if (code === YES) return true;
    if (code !== NO) this.problem('isSubscriber', 'subscriber_indicator', fileMessage('ins01_unknown'));
    return false;
  }

  protected relationship(isSubscriber: boolean): EnrollmentRecord['relationship'] {
    const code = this.code(TEXT.relationship);
    const known =
      RELATIONSHIPS.get(code) ??
      this.withItsZero(code) ??
      this.inWords(this.text(TEXT.relationship), readRelationship, 'relationship', 'The relationship (INS02)');
    if (known === undefined) {
      const text = this.text(TEXT.relationship);
      this.problem(
        'relationship',
        'relationship_unknown',
        text === undefined ? fileMessage('ins02_missing') : fileMessage('ins02_unknown', { code: shown(text) }),
      );
      return isSubscriber ? 'self' : 'other';
    }
    if (isSubscriber && known !== 'self') {
      this.warning(
        'relationship',
        'relationship_of_subscriber',
        fileMessage('ins02_not_18', { code: this.text(TEXT.relationship) ?? '' }),
      );
      return 'self';
    }
    return known;
  }

  /** Spreadsheets take the zero off 01 to 09. */
  private withItsZero(code: number): EnrollmentRecord['relationship'] | undefined {
    const known =
      code >= FIRST_DIGIT && code <= LAST_DIGIT
        ? RELATIONSHIPS.get(packed(`0${String.fromCharCode(code)}`))
        : undefined;
    if (known) this.warning('relationship', 'relationship_without_zero', fileMessage('ins02_zero_lost'));
    return known;
  }

  protected action(): EnrollmentAction {
    const packedCode = this.code(TEXT.action);
    const known =
      packedCode === DELETION
        ? 'end'
        : (ACTIONS.get(packedCode) ??
          this.inWords(this.text(TEXT.action), readAction, 'action', 'The maintenance type (INS03)'));
    if (known === undefined) {
      const code = this.text(TEXT.action);
      this.problem(
        'action',
        'action_unknown',
        code === undefined ? fileMessage('ins03_missing') : fileMessage('ins03_unknown', { type: shown(code) }),
      );
      return 'compare';
    }
    if (packedCode === CORRECTION) this.warning('action', 'action_correction', fileMessage('ins03_correction'));
    return known;
  }

  protected gender(): EnrollmentRecord['gender'] {
    const code = this.code(TEXT.gender);
    if (code === 0) return undefined;
    const known = GENDERS.get(code) ?? this.inWords(this.text(TEXT.gender), readGender, 'gender', 'The gender (DMG03)');
    if (known === undefined)
      this.warning(
        'gender',
        'gender_unknown',
        fileMessage('dmg03_unknown', { code: shown(this.text(TEXT.gender) ?? '') }),
      );
    return known ?? 'unknown';
  }

  protected previousIdentity(): EnrollmentRecord['previousIdentity'] {
    const id = this.text(TEXT.oldId);
    return {
      ssn: id !== undefined && this.code(TEXT.oldIdQualifier) === SSN ? withoutDashes(id) : undefined,
      firstName: this.text(TEXT.oldFirstName),
      middleName: this.text(TEXT.oldMiddleName),
      lastName: this.text(TEXT.oldLastName),
      dateOfBirth: this.date(DATE.oldBirth, 'previousIdentity.dateOfBirth', 'Former date of birth'),
    };
  }
}

function withoutDashes(id: string): string {
  return id.includes('-') || id.includes(' ') ? id.replace(/[- ]/g, '') : id;
}
