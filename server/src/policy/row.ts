import type { Permission } from '@openbenefits/domain/permissions';
import type { SubjectKind } from '@openbenefits/domain/approvals/subjects';

/** 'anyone': before signing in. 'signed_in': every account, whatever its role. Otherwise all the permissions it takes. */
export type Who = 'anyone' | 'signed_in' | readonly [Permission, ...Permission[]];

/** Why an operation asks for no approval. */
const NO_APPROVAL = {
  reads: 'It changes nothing.',
  noMoney: 'It moves no money.',
  decides: 'It is the approval itself.',
  comesIn: 'It records or asks for money that comes in.',
  billed: 'It takes effect on bills, which are approved by themselves.',
  before: 'It prepares or gives up what is approved before it takes effect.',
} as const;
export type NoApproval = keyof typeof NO_APPROVAL;

/** Who may call an operation, and under which conditions. */
export type PolicyRow = {
  who: Who;
  /** Permissions that some calls take in addition, with what those calls are about. */
  sometimes: Partial<Readonly<Record<Permission, string>>>;
  /**
   * 'organization' concerns all groups and is refused to users limited to assigned groups. What concerns 'groups' is
   * limited by the database to the groups that the caller sees.
   */
  scope: 'organization' | 'groups';
  /** 'step_up': the caller proves again who they are, where accounts have a second factor. */
  assurance: 'session' | 'step_up';
  /** What has to be approved before it takes effect (approvals/), or why nothing. */
  approval: SubjectKind | NoApproval;
  /** May be called while looking at the site as another role. */
  inPreview: boolean;
  /** May be called with an API key. */
  byKey: boolean;
};

type Parties = ['anyone'] | ['signed_in'] | [Permission, ...Permission[]];

const whoOf = (parties: Parties): Who => (parties[0] === 'anyone' || parties[0] === 'signed_in' ? parties[0] : parties);

/** What reads: allowed in previews and with API keys. */
export const read = (scope: PolicyRow['scope'], ...parties: Parties): PolicyRow => ({
  who: whoOf(parties),
  sometimes: {},
  scope,
  assurance: 'session',
  approval: 'reads',
  inPreview: true,
  byKey: parties[0] !== 'anyone' && parties[0] !== 'signed_in',
});

/** What writes: never in previews. What takes an approval is not for API keys, since a key is no person. */
export const change = (
  scope: PolicyRow['scope'],
  approval: SubjectKind | Exclude<NoApproval, 'reads'>,
  ...parties: Parties
): PolicyRow => ({
  ...read(scope, ...parties),
  approval,
  inPreview: false,
  byKey: approval in NO_APPROVAL && parties[0] !== 'anyone' && parties[0] !== 'signed_in',
});

/** Adds permissions that only some calls take. */
export const sometimes = (row: PolicyRow, permissions: PolicyRow['sometimes']): PolicyRow => ({
  ...row,
  sometimes: permissions,
});

/** Only for a person who has just proven who they are: protected values, exports, and where money goes. */
export const stepUp = (row: PolicyRow): PolicyRow => ({ ...row, assurance: 'step_up', inPreview: false, byKey: false });
