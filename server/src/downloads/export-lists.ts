import type { EXPORT_LISTS } from '@openbenefits/contract/exports';
import type { Permission } from '@openbenefits/domain/permissions';
import { Refusal } from '@openbenefits/domain/refusal';
import type { z } from 'zod';
import type { Work } from '../command.ts';
import { type ExportFormat, type ExportTable, tableBytes } from './table-file.ts';

export type ExportList = (typeof EXPORT_LISTS)[number];
/** What a list is read with: the vault too, for filters by protected values. */
export type ExportReader = Pick<Work, 'tx' | 'today' | 'services' | 'actor'>;

type About = {
  needs: Permission;
  /** 'groups' gives groups-2026-11-20.csv. */
  fileName: string;
  /** Names of the fields that leave, for the audit log. */
  fields: readonly string[];
  /** The number of rows above which a reason is required; null: never. */
  reasonAbove: number | null;
};

/** A list that can be exported, as its feature describes it. */
type Description<Filter extends object, Row> = About & {
  /** What the page may send; anything else is rejected. */
  filter: z.ZodType<Filter>;
  /** The number of rows, counted no further than `limit`. */
  count: (reader: ExportReader, filter: Filter, limit: number) => Promise<number>;
  table: (reader: ExportReader, filter: Filter) => ExportTable<Row>;
};

type PreparedExport = {
  /** What was understood of the filter, to be kept until the file is fetched. */
  filter: object;
  count: (reader: ExportReader, limit: number) => Promise<number>;
  bytes: (reader: ExportReader, format: ExportFormat, onRows: (count: number) => void) => AsyncGenerator<Uint8Array>;
};
export type ExportSource = About & { prepare: (filter: unknown) => PreparedExport };

async function* counted<Row>(
  batches: AsyncIterable<readonly Row[]>,
  onRows: (count: number) => void,
): AsyncGenerator<readonly Row[]> {
  for await (const rows of batches) {
    onRows(rows.length);
    yield rows;
  }
}

/** Turns a description into a source; its callers need not know the type of rows. */
export function exportOf<Filter extends object, Row>({
  filter: schema,
  count,
  table,
  ...about
}: Description<Filter, Row>): ExportSource {
  return {
    ...about,
    prepare(raw) {
      const { success, data: filter } = schema.safeParse(raw);
      if (!success)
        throw new Refusal('invalid', 'This list cannot be exported with these filters. Reload the page and try again.');
      return {
        filter,
        count: (reader, limit) => count(reader, filter, limit),
        bytes(reader, format, onRows) {
          const rows = table(reader, filter);
          return tableBytes({ ...rows, batches: counted(rows.batches, onRows) }, format);
        },
      };
    },
  };
}
