/** The tables of projects: environments with their versions, API keys, and the people of a project. */
import type { Generated } from 'kysely'

export interface ProjectsTable {
  id: Generated<number>
  owner_id: number
  name: string
  description: string | null
  created_at: number
  updated_at: number
  /** When it left its owner's projects: deleted or, with a row in `archived_projects`, archived. */
  removed_at: number | null
  mac: Uint8Array
}

/** The head of an environment's history. */
export interface EnvironmentsTable {
  id: Generated<number>
  project_id: number
  name: string
  name_canonical: string
  version: number
  epoch: number
  variable_count: number
  rekey_pending: number
  /** Earlier versions were deleted because the history became too large. */
  oldest_version: Generated<number>
  /** SHA-256 of `environment_names.names`; null until the first write after migration 0009. */
  names_hash: Uint8Array | null
  /** Null: the colour of its name. */
  color: Generated<string | null>
  /** 1, or null while it is not protected. */
  is_protected: Generated<number | null>
  /**
   * What its versions take (`versionBytes`), and how many grants its key has. No MAC covers either: a false one would
   * only make room, or none.
   */
  stored_bytes: Generated<number>
  holders: Generated<number>
  created_at: number
  updated_at: number
  mac: Uint8Array
}

/** A name that an environment had before a rename, and to which it still answers. */
export interface FormerEnvironmentNamesTable {
  project_id: number
  name_canonical: string
  environment_id: number
  name: string
  renamed_at: number
  mac: Uint8Array
}

export interface EnvironmentEpochsTable {
  environment_id: number
  epoch: number
  key_id: Uint8Array
  /** The key of the previous epoch, sealed under this one; null at epoch 1. */
  previous_key: Uint8Array | null
  roster_mac: Uint8Array
  link_mac: Uint8Array | null
  /** SHA-256 of the roster, which both MACs cover; null for epochs written before this column existed. */
  roster_hash: Uint8Array | null
  created_at: number
  mac: Uint8Array
}

export interface EnvironmentVersionsTable {
  environment_id: number
  version: number
  epoch: number
  sealed: Uint8Array
  bytes: number
  variable_count: number
  author_id: number
  author_token: string | null
  added: string
  changed: string
  removed: string
  created_at: number
  mac: Uint8Array
}

/** A day on which variables of an environment are due. Their names are not in it. */
export interface DueDaysTable {
  environment_id: number
  /** A calendar day, `2027-01-31`, in the clear. */
  day: string
  variable_count: number
  /** The ids of those who set it, sorted: a JSON array. */
  set_by: string
  /** The latest reminder, in days before the day; null before the first. */
  reminded: number | null
  mac: Uint8Array
}

export interface ApiKeysTable {
  id: string
  project_id: number
  creator_id: number
  key_name: string
  preview: string
  auth_hash: Uint8Array
  permissions: string
  environment_access: string | null
  allowed_ips: string
  expires_at: number | null
  is_active: number
  /** When its owner was mailed that it expires soon. */
  expiry_told_at: number | null
  /** When an operator deactivated it, and why. Its owner cannot activate it again. */
  deactivated_at: Generated<number | null>
  deactivated_reason: Generated<string | null>
  created_at: number
  updated_at: number
  mac: Uint8Array
}

/** A collaborator's membership in a project. */
export interface MembershipsTable {
  project_id: number
  user_id: number
  role: 'read' | 'write'
  /** The ids of the environments that are shared, sorted. */
  environments: string
  /** The collaborator joined without the mailed link: no keys are sealed to them yet. */
  keys_pending: number
  /** Since when the access rests, because the owner's plan does not allow as many people. */
  held_at: number | null
  invited_at: number
  accepted_at: number
  mac: Uint8Array
}

/** An open invitation. The row is deleted when it is answered, canceled or expired. */
export interface InvitationsTable {
  id: Generated<number>
  /** The opaque handle that the invitee answers with. */
  token: string
  project_id: number
  inviter_id: number
  email: string
  email_canonical: string
  role: 'read' | 'write'
  environments: string
  /** The user to whom the keys are sealed already, inactive until accepted; null: to the mailed link. */
  sealed_to: number | null
  /** The id and the SHA-256 of the authenticator of the link's secret; null without a link. */
  link_id: string | null
  link_hash: Uint8Array | null
  /** The inviter was shown the link, because there was no mail server: it does not prove an address. */
  handed_over: Generated<number>
  /** As in `memberships`: nobody can accept it for now. */
  held_at: number | null
  created_at: number
  expires_at: number
  mac: Uint8Array
}
