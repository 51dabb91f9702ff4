import type { ArchiveReason } from '@envhold/contract/archive/archive.ts'
import type { RemainingRole } from '@envhold/contract/projects/transfers.ts'
import { bigint, bytes, id, integer, table, text } from './table.ts'

export const projects = table('projects', {
  id,
  owner_id: bigint.references('users').signed(),
  name: text,
  description: text.optional(),
  created_at: bigint,
  updated_at: bigint,
  /** When it left its owner's projects: deleted or, with a row in `archived_projects`, archived. */
  removed_at: bigint.optional().signed({ name: 'deleted', as: (at) => at !== null }),
  mac: bytes,
}).with({ indexes: { projects_of_owner: ['owner_id', 'removed_at'] } })

/** A collaborator's membership in a project. */
export const memberships = table('memberships', {
  project_id: bigint.references('projects'),
  user_id: bigint.references('users'),
  role: text.of<'read' | 'write'>().signed(),
  /** The ids of the environments that are shared, sorted. */
  environments: text.signed(),
  /**
   * 1: the collaborator joined without the mailed link, and no keys are sealed to them yet. 2: they have the keys, and
   * their personal tokens wait for some of them.
   */
  keys_pending: integer.signed(),
  /** Since when the access rests, because the owner's plan does not allow as many people. */
  held_at: bigint.optional().signed({ except: null }),
  invited_at: bigint,
  accepted_at: bigint,
  mac: bytes,
}).with({
  key: ['project_id', 'user_id'],
  indexes: {
    memberships_of_user: ['user_id'],
    memberships_without_keys: { on: ['project_id'], where: 'keys_pending = 1' },
  },
})

/** An open invitation. The row is deleted when it is answered, canceled or expired. */
export const invitations = table('invitations', {
  id,
  /** The opaque handle that the invitee answers with. */
  token: text.unique().signed(),
  project_id: bigint.references('projects').signed(),
  inviter_id: bigint.references('users').signed(),
  email: text.signed(),
  email_canonical: text.signed(),
  role: text.of<'read' | 'write'>().signed(),
  environments: text.signed(),
  /** The user to whom the keys are sealed already, inactive until accepted; null: to the mailed link. */
  sealed_to: bigint.optional().references('users').signed(),
  /** The id and the SHA-256 of the authenticator of the link's secret; null without a link. */
  link_id: text.optional().unique().signed(),
  link_hash: bytes.optional().signed(),
  /** The inviter was shown the link, because there was no mail server: it does not prove an address. */
  handed_over: integer.default(0).signed({ except: 0 }),
  /** As in `memberships`: nobody can accept it for now. */
  held_at: bigint.optional().signed({ except: null }),
  created_at: bigint,
  expires_at: bigint.signed(),
  mac: bytes,
}).with({
  unique: [['project_id', 'email_canonical']],
  indexes: { invitations_to: ['email_canonical'], invitations_by_expiry: ['expires_at'] },
})

/** A project that is offered to another owner. The row is deleted when the offer is accepted or ends. */
export const projectTransfers = table('project_transfers', {
  project_id: bigint.primary().references('projects'),
  from_id: bigint.references('users').signed(),
  to_id: bigint.references('users').signed(),
  /** The operator who started it; null: the owner did. */
  operator_id: bigint.optional().signed(),
  /** What the present owner can do afterwards. */
  remaining_role: text.of<RemainingRole>().signed(),
  created_at: bigint.signed(),
  /** From when on it can be accepted. */
  opens_at: bigint.signed(),
  expires_at: bigint.signed(),
  /** 1: the collaborator was e-mailed that it can be accepted. */
  announced: integer.signed(),
  mac: bytes,
}).with({
  indexes: { project_transfers_to: ['to_id'], project_transfers_expiry: ['expires_at'] },
})

export const apiKeys = table('api_keys', {
  id: text.primary(),
  project_id: bigint.references('projects').signed(),
  creator_id: bigint.signed(),
  key_name: text,
  preview: text,
  auth_hash: bytes.signed(),
  permissions: text.signed(),
  environment_access: text.optional().signed(),
  allowed_ips: text.signed(),
  expires_at: bigint.optional().signed(),
  is_active: integer.signed(),
  /** When its owner was mailed that it expires soon. */
  expiry_told_at: bigint.optional(),
  /** When an operator deactivated it, and why. Its owner cannot activate it again. */
  deactivated_at: bigint.optional().signed({ except: null }),
  deactivated_reason: text.optional().signed({ except: null }),
  created_at: bigint,
  updated_at: bigint,
  mac: bytes,
}).with({
  indexes: {
    api_keys_of_project: ['project_id'],
    api_keys_created: ['created_at', 'id'],
    api_keys_updated: ['updated_at', 'id'],
    api_keys_name: ['key_name', 'id'],
  },
})

export const projectTables = [projects, memberships, invitations, projectTransfers, apiKeys] as const

/** Where an account is between a lapsed plan and the deletion of what was archived for it; no row: nowhere. */
export const accountPhases = table('account_phases', {
  user_id: bigint.primary().references('users'),
  phase: text.of<'compliant' | 'grace' | 'final'>().signed(),
  /** The account was entitled to a paid plan, or an operator lowered a limit below its use. */
  had_paid: integer.signed(),
  /** How many grace periods there were. */
  graces: integer.signed(),
  grace_began: bigint.optional().signed(),
  grace_end: bigint.optional().signed(),
  /** The mail that reported the beginning of the grace period. */
  started_mail: bigint.optional().signed(),
  /** When it was sent, as soon as that is known: receipts are deleted in time. */
  started_sent_at: bigint.optional().signed(),
  /** The reminders of this grace period, in days left: a JSON array. */
  reminded: text.signed(),
  /** The mail of the last of them, and when it was queued. */
  reminder_mail: bigint.optional().signed(),
  reminded_at: bigint.optional().signed(),
  /** The ids of the projects that the owner wants to keep: a JSON array. */
  keep: text.signed(),
  /**
   * The people whom the owner wants to keep, a JSON array of texts: the IDs of accounts, and the canonical e-mail
   * addresses of others; null without a choice.
   */
  keep_people: text.optional().signed({ except: null }),
  /** The ids of the collaborators who were warned of the end of this grace period: a JSON array. */
  warned: text.optional().signed({ except: null }),
  /** The account's clocks stand still since then. */
  suspended_at: bigint.optional().signed(),
  mac: bytes,
}).with({ indexes: { account_phases_phase: ['phase', 'grace_end'] } })

export const archivedProjects = table('archived_projects', {
  project_id: bigint.primary().references('projects'),
  owner_id: bigint.references('users').signed(),
  reason: text.of<ArchiveReason>().signed(),
  archived_at: bigint.signed(),
  expires_at: bigint.signed(),
  reminded: text.signed(),
  reminder_mail: bigint.optional().signed(),
  reminded_at: bigint.optional().signed(),
  /** 128 random bits, in hexadecimal. */
  restore_token: text.unique().signed(),
  mac: bytes,
}).with({ indexes: { archived_projects_owner: ['owner_id'], archived_projects_end: ['expires_at'] } })

/** A mail that was sent, for those who act only after it was. */
const mailReceipts = table('mail_receipts', { mail_id: bigint.primary(), sent_at: bigint })

export const archiveTables = [accountPhases, archivedProjects, mailReceipts] as const
