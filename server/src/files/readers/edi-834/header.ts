import { wrongElements } from '@openbenefits/domain/files/edi-834/guide-834-elements';
import { MEMBER_SEGMENTS, nameOf } from '@openbenefits/domain/files/edi-834/member-syntax';
import { withStrays } from '@openbenefits/domain/files/edi-834/stray-separators';
import { strangerCode } from '@openbenefits/domain/files/edi-834/x12-segments';
import { idOf } from './codes.ts';
import type { Envelopes } from './envelope.ts';
import { READER_LIMITS } from '../limits.ts';
import type { RecordSink } from '../record-sink.ts';

const BGN = idOf('BGN');
const REF = idOf('REF');
const N1 = idOf('N1');
const NM1 = idOf('NM1');
const QTY = idOf('QTY');
/** Segments between ST and the first INS, in the guide's order; ACT follows its N1. */
const HEADER_ORDER = ['BGN', 'REF', 'DTP', 'QTY', 'N1'];
const HEADER_RANK: ReadonlyMap<number, number> = new Map(
  [...HEADER_ORDER, 'ACT'].map((id, rank) => [idOf(id), Math.min(rank, HEADER_ORDER.length - 1)]),
);
const PARTIES = HEADER_ORDER.indexOf('N1');
/** The loop of the header that an N1 opens: sponsor, payer, broker, administrator. */
const LOOP_OF_PARTY: ReadonlyMap<string, string> = new Map([
  ['P5', '1000A'],
  ['IN', '1000B'],
  ['BO', '1000C'],
  ['TV', '1000C'],
]);

/** What stands between ST and the first INS: the file's purpose, its master policy, its counts and its parties. */
export class SetHeader {
  private readonly envelopes: Envelopes;
  private readonly sink: RecordSink;
  /** Where in the guide's order the header of the set has come to. */
  private rank = -1;

  constructor(envelopes: Envelopes, sink: RecordSink) {
    this.envelopes = envelopes;
    this.sink = sink;
  }

  begin(): void {
    this.rank = -1;
  }

  /**
   * Whether a segment is of a member whose INS is missing: the name of somebody, a coverage, or a subscriber number
   * behind the parties.
   */
  endsBefore(id: number, elements: readonly string[]): boolean {
    const kind = elements[1]?.toUpperCase();
    if (id === REF) return kind === '0F' && this.rank >= PARTIES;
    return id !== NM1 || kind === 'IL' || kind === '74';
  }

  /** Takes the segment `position` of the file, with its elements as texts. */
  take(id: number, elements: readonly string[], position: number): void {
    const { envelopes, sink } = this;
    this.lookAt(id, elements, position);
    if (id === BGN) envelopes.beginning(elements, position);
    else if (id === REF) {
      if (elements[1] === '38' && elements[2]) {
        envelopes.set.masterPolicyKey = elements[2];
        sink.groupKey('REF*38', elements[2]);
      }
    } else if (id === QTY) envelopes.quantity(elements);
    else if (id === N1) {
      const [, , name, , code] = elements;
      const [role, qualifier] = [elements[1]?.toUpperCase(), elements[3]?.toUpperCase()];
      envelopes.party(role);
      const parties = role === 'P5' ? sink.facts.sponsors : role === 'IN' ? sink.facts.payers : undefined;
      const taxId = (qualifier === 'FI' || qualifier === '24') && code ? code.replaceAll('-', '') : undefined;
      if (role === 'P5') {
        sink.taxId(taxId);
        envelopes.set.sponsorTaxId ??= taxId;
        envelopes.set.sponsorName ??= name || undefined;
      }
      if (
        parties &&
        parties.length < READER_LIMITS.envelopes &&
        !parties.some((party) => party.name === (name || undefined) && party.taxId === taxId)
      )
        parties.push({ name: name || undefined, taxId });
    }
  }

  /** A segment of the header that breaks the guide by its place, its number or its elements. */
  private lookAt(id: number, elements: readonly string[], position: number): void {
    const { received, setStart } = this.envelopes;
    const [name = ''] = elements;
    const rank = HEADER_RANK.get(id);
    const loop = id === N1 ? (LOOP_OF_PARTY.get(elements[1] ?? '') ?? '') : name === 'ACT' ? '1100C' : '';
    const finding = { segment: nameOf(name), position: position - setStart + 1, loop, elements: [] };
    if (rank === undefined)
      received.finding({ ...finding, code: MEMBER_SEGMENTS.has(name) ? '2' : strangerCode(name) });
    else if (rank < this.rank) received.finding({ ...finding, code: '7' });
    else if (rank === this.rank && id === BGN) received.finding({ ...finding, code: '5' });
    else this.rank = rank;
    const wrong =
      id === BGN || rank !== this.rank ? [] : withStrays(wrongElements(loop, elements), elements, received.separators);
    if (wrong.length > 0) received.finding({ ...finding, code: '8', elements: wrong });
  }
}
