import { SCOPE } from './dates.ts';
import { DATE, TEXT } from './member.ts';
import { ShapedSegments } from './shape.ts';

/** NM101 of the member, of the member with an identity that is corrected, and of that identity. */
export const IL = 0x494c;
export const CORRECTED = 0x3734;
export const FORMER = 0x3730;
/** NM101 of what is no person: the mailing address, the employer and the school. */
const OF_NOBODY: ReadonlySet<number> = new Set([0x3331, 0x3336, 0x4d38]);
/** In the place of a text: the birth date. */
export const BIRTH = -1;

/** Whose what stands in an unusual place is: before the member's name, behind a coverage, or behind another name. */
export class MemberPlaces extends ShapedSegments {
  /** Behind the open HD stands a name that is not the member's (a doctor, another insurance). */
  protected otherBehind = false;
  /** NM101 of the other name that was read last. */
  protected otherName = 0;

  /**
   * Whether a name behind a coverage is the member's all the same: the guide has neither code there, and the member has
   * none yet.
   */
  protected isNameBehind(code: number): boolean {
    const isBehind =
      code === FORMER
        ? !this.loop.hasOldIdentity
        : (code === IL || code === CORRECTED) && this.texts[TEXT.lastName * 2 + 1] === 0;
    if (isBehind) this.loop.nameBehind = this.loop.odd = true;
    else if (
      this.scope === SCOPE.coverage &&
      code === IL &&
      (this.isOther(TEXT.lastName, 3) || this.isOther(TEXT.firstName, 4))
    )
      this.contradicts('person');
    else this.otherBehind = true;
    return isBehind;
  }

  /**
   * Whether an address, a contact or a birth date is the member's: behind a coverage the guide has none but those of
   * other names, before the member's name none, and no birth date behind another name.
   */
  protected isOfMember(slot: number): boolean {
    if (this.scope === SCOPE.name) return true;
    const isEmpty = (slot === BIRTH ? this.loop.dates[DATE.birth] : this.texts[slot * 2 + 1]) === 0;
    if (!isEmpty) return false;
    if (this.scope === SCOPE.coverage) {
      const isBehind = !this.otherBehind && this.texts[TEXT.lastName * 2 + 1] !== 0;
      if (isBehind) this.loop.nameBehind = this.loop.odd = true;
      return isBehind;
    }
    if (this.scope === SCOPE.otherName && slot === BIRTH && !OF_NOBODY.has(this.otherName))
      this.loop.birthOfOther = this.loop.odd = true;
    else if (
      this.scope === SCOPE.member ||
      this.scope === SCOPE.disability ||
      (this.scope === SCOPE.otherName && slot === BIRTH)
    )
      return (this.loop.misplaced = this.loop.odd = true);
    return false;
  }

  /**
   * Whether a reference is the member's: behind an address, an employer or a school the guide has none; that of another
   * person may be that person's.
   */
  protected isReferenceOfMember(): boolean {
    if (this.scope <= SCOPE.name) return true;
    const isBehind =
      this.scope === SCOPE.disability || (this.scope === SCOPE.otherName && OF_NOBODY.has(this.otherName));
    return isBehind && (this.loop.misplaced = this.loop.odd = true);
  }
}
