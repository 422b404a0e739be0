import type { Wording } from './messages/file-message.ts';
import type { DateOrders } from './census/values/date-order.ts';
import type { DatesOf } from './census/values/date-styles.ts';
import type { FileFormat } from './file-format.ts';
import type { BeyondGuide } from './edi-834/edi-834.ts';
import type { ReceivedInterchange } from './edi-834/received-interchange.ts';

/**
 * 'full': everyone who is eligible (BGN08 4 or RX); 'change': only what changed (BGN08 2); 'census': a list of people.
 */
type FileMode = 'full' | 'change' | 'census';

/**
 * Something noticed or repaired that no single record is refused for, in words, with how often and where first. Never
 * holds an SSN or a birth date.
 */
export type FileRemark = { code: string; message: string; wording?: Wording; count: number; firstLine?: number };

/** A name of the group found in the file, and where: the 834's REF*38 and REF*1L, or a column. */
export type GroupKey = { source: 'REF*38' | 'REF*1L' | 'column'; value: string; count: number };

/** A party of the 834's header (N1*P5 sponsor, N1*IN payer) or of a census column; `taxId` is digits. */
type FileParty = { name?: string; taxId?: string };

/** The envelope of one functional group of an 834, for acknowledgement and for knowing a file again. */
export type Envelope = {
  senderId: string;
  receiverId: string;
  /** ISA13, GS06. */
  interchangeControl: string;
  groupControl: string;
  guide: string;
  /** ISA09, ISA10. */
  date: string;
  time: string;
};

/** One ST..SE: ISA06, ISA13, GS06, ST02, BGN01, BGN02, BGN08, and how many people it held. */
export type TransactionSet = {
  sender: string;
  interchange: string;
  group: string;
  control: string;
  purpose: string;
  reference: string;
  actionCode: string;
  members: number;
  segments: number;
  /** Its number came before in its group, so that nobody of it is taken. */
  isTwice?: boolean;
};

/** What is known of a file as a whole. It grows while the file is read and is complete with the last batch. */
export type FileFacts = {
  format: FileFormat;
  mode: FileMode;
  /** ISA15 is T: read and answer, never post. */
  test: boolean;
  /** BGN01 is 22: an information copy, do not post. */
  informationOnly: boolean;
  encoding: 'ascii' | 'utf-8' | 'windows-1252' | 'macintosh' | 'cp850' | 'utf-16le' | 'utf-16be';
  groupKeys: GroupKey[];
  sponsors: FileParty[];
  payers: FileParty[];
  /** 834 only; at most the first 1,000 of each are kept. */
  envelopes: Envelope[];
  /** 834 only: what came in and what broke the guide, for the acknowledgement. Bounded (READER_LIMITS). */
  interchanges: ReceivedInterchange[];
  transactionSets: TransactionSet[];
  /** Census: the columns understood and those left aside, by their headings. */
  columns: { heading: string; field: string }[];
  ignoredColumns: string[];
  /**
   * Census: these are refused rows of another file, which somebody has mended by hand, and never all people of a group.
   */
  ofRefused?: true;
  /** Census: how its dates are written, and whether they were read with the day first. */
  dates?: DateOrders;
  dayFirst?: boolean;
  datesOf?: DatesOf;
  /** Ends were read as the first day without coverage, as the sender's profile says. */
  endDayNotCovered?: boolean;
  /**
   * 834 only: the codes beyond the guide that were taken, as the sender's profile says (`BEYOND_GUIDE`). Not known of
   * files that were read before it was asked.
   */
  beyondGuide?: readonly BeyondGuide[];
  /** Workbook: other visible sheets with people, which were not read. */
  otherSheets?: string[];
  /**
   * What has to stand before records that are given back as they came: the header line of a census, ISA to the first
   * INS of an 834. One character per byte, as `raw`.
   */
  head: string;
  remarks: FileRemark[];
  records: number;
  problems: number;
  /**
   * Subscribers, and those of them who are continued under COBRA (INS05 C, or a list's column). Not known of files that
   * were read before it was asked.
   */
  subscribers?: number;
  underCobra?: number;
};

/**
 * The file of an administrator who continues people under COBRA: it holds nobody else, so nobody else can be missing
 * from it.
 */
export const isOfCobraOnly = ({ subscribers, underCobra }: Pick<FileFacts, 'subscribers' | 'underCobra'>): boolean =>
  subscribers !== undefined && subscribers > 0 && underCobra === subscribers;

/** Whether nobody in the file is: the employer's own, of a sender who may make another of those who are. */
export const isWithoutCobra = ({ subscribers, underCobra }: Pick<FileFacts, 'subscribers' | 'underCobra'>): boolean =>
  subscribers !== undefined && subscribers > 0 && underCobra === 0;
