/** Segments of the 834 outside a member's loops. */
const OF_HEADER = 'ST BGN QTY N1 ACT SE';

/** Segments that other transaction sets of X12 005010 have: known, but nothing of an 834. */
const OF_OTHERS =
  'AAA AD1 ADX AIN AK1 AK2 AK3 AK4 AK5 AK9 ASM ATN BEN BHT BPR CAS CL1 CLM CLP CN1 CR1 CR2 CR3 CR4 CR5 CR6 CR7 CR8 CRC CTP CTX CUR DED DN1 DN2 DTM EB EM EMS ENT EQ FA1 FA2 FC FRM FSA G53 G61 G62 H1 HCP HCR HI HL HSD III IK3 IK4 IK5 IMM INV IT1 K3 L0 L5 LC LIN LOC LQ MEA MIA MOA MPI MSG N2 N9 NTE NX1 NX2 OI OII PAT PAM PDL PID PLB PO1 PRV PS1 PSD PTD PWK RCD RDM RED RIC RMR RP SAC SBR SDQ SLN SPI SPK STC SV1 SV2 SV3 SV4 SV5 SV6 SV7 SVC SVD TOO TRN TS2 TS3 TXI UM UR VEH';

const HEADER: ReadonlySet<string> = new Set(OF_HEADER.split(' '));
const KNOWN: ReadonlySet<string> = new Set(OF_OTHERS.split(' '));

/**
 * IK304 for a segment that the open loops of an 834 do not have: 2 where another part of the 834 has it, 6 where only
 * other sets do, 1 where nobody does.
 */
export const strangerCode = (id: string): '1' | '2' | '6' => (HEADER.has(id) ? '2' : KNOWN.has(id) ? '6' : '1');

/** Whether the segment is one of X12, though of no 834. */
export const isOfOthers = (id: string): boolean => KNOWN.has(id);
