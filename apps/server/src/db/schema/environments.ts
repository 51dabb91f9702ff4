import { bigint, bytes, hashed, id, integer, rowid, table, text } from './table.ts'

/** The head of an environment's history. */
export const environments = table('environments', {
  id,
  project_id: bigint.references('projects').signed(),
  name: text.signed(),
  name_canonical: text,
  version: integer.signed(),
  epoch: integer.signed(),
  variable_count: integer.signed(),
  rekey_pending: integer.signed(),
  /** Earlier versions were deleted because the history became too large. */
  oldest_version: integer.default(1).signed({ except: 1 }),
  /** SHA-256 of `environment_names.names`; null until they are stored. */
  names_hash: bytes.optional().signed({ except: null }),
  /** Null: the color of its name. */
  color: text.optional().signed({ except: null }),
  /** 1, or null while it is not protected. */
  is_protected: integer.optional().signed({ except: null }),
  /**
   * What its versions take (`versionBytes`), and how many grants its key has, without those of collaborators' personal
   * tokens. No MAC covers either: a false one would only make room, or none.
   */
  stored_bytes: bigint.default(0),
  holders: integer.default(0),
  created_at: bigint,
  updated_at: bigint,
  mac: bytes,
}).with({
  unique: [['project_id', 'name_canonical']],
  indexes: { environments_to_rekey: { on: ['project_id'], where: 'rekey_pending = 1' } },
})

/** `names` of the newest version's variables: a JSON array in ascending order. */
const environmentNames = table('environment_names', {
  environment_id: rowid.primary().references('environments'),
  names: text,
})

/** A name that an environment had before a rename, and to which it still answers. */
export const formerEnvironmentNames = table('former_environment_names', {
  project_id: bigint,
  name_canonical: text,
  environment_id: bigint.references('environments').signed(),
  name: text.signed(),
  renamed_at: bigint.signed(),
  mac: bytes,
}).with({
  key: ['project_id', 'name_canonical'],
  indexes: {
    former_environment_names_environment: ['environment_id'],
    former_environment_names_renamed: ['renamed_at'],
  },
})

export const environmentEpochs = table('environment_epochs', {
  environment_id: bigint.references('environments'),
  epoch: integer,
  key_id: bytes.signed(),
  /** The key of the previous epoch, sealed under this one; null at epoch 1. */
  previous_key: bytes.optional().signed(hashed),
  roster_mac: bytes.signed(),
  link_mac: bytes.optional().signed(),
  /** SHA-256 of the roster, which both MACs cover; null for the oldest epochs. */
  roster_hash: bytes.optional().signed(),
  created_at: bigint,
  mac: bytes.backfill(new Uint8Array()),
}).with({ key: ['environment_id', 'epoch'] })

export const environmentVersions = table('environment_versions', {
  environment_id: bigint.references('environments'),
  version: integer,
  epoch: integer.signed(),
  sealed: bytes.signed(hashed),
  bytes: integer.signed(),
  variable_count: integer.signed(),
  author_id: bigint.signed(),
  author_token: text.optional().signed(),
  added: text.signed(hashed),
  changed: text.signed(hashed),
  removed: text.signed(hashed),
  created_at: bigint.signed(),
  mac: bytes.backfill(new Uint8Array()),
}).with({ key: ['environment_id', 'version'] })

/** A day on which variables of an environment are due. Their names are not in it. */
export const dueDays = table('due_days', {
  environment_id: bigint.references('environments'),
  /** A calendar day, `2027-01-31`, in the clear. */
  day: text,
  variable_count: integer.signed(),
  /** The ids of those who set it, sorted: a JSON array. */
  set_by: text.signed(),
  /** The latest reminder, in days before the day; null before the first. */
  reminded: integer.optional().signed(),
  mac: bytes,
}).with({ key: ['environment_id', 'day'], indexes: { due_days_day: ['day'] } })

export const environmentTables = [
  environments,
  environmentNames,
  formerEnvironmentNames,
  environmentEpochs,
  environmentVersions,
  dueDays,
] as const
