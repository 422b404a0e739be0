import type { CensusCells } from '@openbenefits/domain/files/census/row-cells';
import { READER_LIMITS } from '../limits.ts';
import type { RecordSink } from '../record-sink.ts';

/** The employers that a list names, each once. Neighbours usually name the same. */
export class CensusSponsors {
  private readonly sink: RecordSink;
  private last = '';

  constructor(sink: RecordSink) {
    this.sink = sink;
  }

  note(cells: CensusCells): void {
    const name = cells.get('sponsorName');
    const taxId = cells.get('sponsorTaxId');
    const key = `${name ?? ''}\u0001${taxId ?? ''}`;
    if (key === this.last || key.length === 1) return;
    this.last = key;
    const party = {
      name: name === undefined ? undefined : String(name),
      taxId: taxId === undefined ? undefined : String(taxId).replaceAll('-', ''),
    };
    const { sponsors } = this.sink.facts;
    if (
      sponsors.length < READER_LIMITS.groupKeys &&
      !sponsors.some((known) => known.name === party.name && known.taxId === party.taxId)
    ) {
      this.sink.taxId(party.taxId);
      sponsors.push(party);
    }
  }
}
