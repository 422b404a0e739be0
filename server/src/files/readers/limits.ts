/**
 * What a file may ask of the reader before it is refused (trust P32). Sizes are bytes unless the name says otherwise.
 */
export const READER_LIMITS = {
  /** Heap of the worker thread, in megabytes. */
  workerMegabytes: 256,
  /** Its young generation: measured, a small one keeps the whole worker within 70 MB above idle at no cost in time. */
  workerYoungMegabytes: 8,
  /** Threads that are kept for the next file: as many as are read at once (specification 2, section 9). */
  waitingThreads: 5,
  /**
   * A file of more bytes makes its thread grow: one such thread is kept, which reads the next one a quarter faster than
   * a thread that begins.
   */
  growsAboveBytes: 4 * 1024 * 1024,
  /** After a file of more bytes its thread is not kept, and so neither is the memory that it has grown to. */
  keptAfterBytes: 16 * 1024 * 1024,
  /** A reader that hands over nothing and reads nothing for so long is stopped. */
  silenceMilliseconds: 60_000,
  /** A reader that was asked to stop and does not end for so long is terminated. */
  stopMilliseconds: 5000,
  batchRecords: 500,
  /** And so many bytes of records: a row may be 256 KB. */
  batchBytes: 2 * 1024 * 1024,
  /** A list of which so many people are read and none is in order has other columns than it seems. */
  hopelessRecords: 5000,
  /** Buffer of the 834 reader; a single member's loop must fit into it. */
  ediBuffer: 1024 * 1024,
  /** Elements of a segment that are looked at; the guide's longest (INS) has 17. */
  ediElements: 64,
  /** HD loops of a member: 2300 repeats up to 99 times in the guide. */
  ediCoverages: 99,
  /**
   * What is kept of the headers of an 834's sets, for members that are given back: those of some thousands of
   * employers.
   */
  head: 1024 * 1024,
  /** Envelopes and transaction sets that are kept as facts. */
  envelopes: 1000,
  /** Transaction sets and findings that are kept for the acknowledgement; more are counted. */
  acknowledgedSets: 10_000,
  findings: 1000,
  groupKeys: 1000,
  csvRecord: 256 * 1024,
  columns: 1000,
  /** Empty rows in succession in a text, after which it is looked what follows; and how many bytes of them may. */
  emptyRowsLookAhead: 10_000,
  emptyBytes: 1024 * 1024,
  /** Rows above the header row (titles, notes) that are looked through. */
  headerRows: 25,
  headerBytes: 512 * 1024,
  /** Rows of a list, and bytes of them, that wait until the words of its column of relationships are known. */
  heldRows: 200,
  heldBytes: 256 * 1024,
  /**
   * People of a list whose plans are remembered at most (at least half as many), to tell who comes twice with different
   * ones, and plans of each.
   */
  peopleRemembered: 50_000,
  plansOfPerson: 20,
  /** Keys of people under which a list's other details are remembered, too: two for most of them. */
  peopleTold: 20_000,
  /** What is remembered of people at most, whatever is said of them. */
  rememberedBytes: 8 * 1024 * 1024,
  xlsxEntries: 2000,
  /** Unpacked size of one part, and how many times its packed size. */
  xlsxPart: 1024 * 1024 * 1024,
  xlsxRatio: 250,
  xlsxRatioFrom: 10 * 1024 * 1024,
  xlsxSharedStrings: 600_000,
  xlsxSharedCharacters: 12_000_000,
  xlsxCellCharacters: 32_767,
  xlsxStyles: 65_000,
  /** Characters of a number format: Excel takes no more. */
  xlsxFormatCode: 255,
  /**
   * Sheets that are looked through for a row of headings, or for people beside the list that is read; and bytes of each
   * of the latter.
   */
  xlsxSheets: 20,
  /**
   * Texts of sheets that were compared with headings in vain, after which no further sheet is looked through: as many
   * as ten lists of forty columns hold above theirs.
   */
  xlsxHeadingTexts: 10_000,
  xlsxOtherSheet: 128 * 1024,
  xmlDepth: 40,
  /** Persons inside the element of another. */
  xmlDependents: 100,
  xmlText: 64 * 1024,
  xmlRecord: 256 * 1024,
} as const;
