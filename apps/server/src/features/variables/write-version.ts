import { limits } from '@envhold/contract/limits.ts'
import type { Changes } from '@envhold/contract/variables.ts'
import { type Difference, difference } from '@envhold/formats/difference.ts'
import { sameBytes } from '@envhold/integrity/same-bytes.ts'
import { sealEnvironment } from '@envhold/vault/environment.ts'
import { AppError } from '../../app-error.ts'
import type { Context } from '../../context.ts'
import type { Trx } from '../../db/transaction.ts'
import type { UserCaller } from '../../http/caller.ts'
import type { Origin } from '../../http/route.ts'
import { actedBy } from '../audit-log/acted-by.ts'
import type { ActivityEvent } from '../audit-log/append-activity.ts'
import { type Tx, transact } from '../audit-log/tx.ts'
import { type EnvironmentAccess, requireEnvironment } from '../environments/environment-access.ts'
import { encodeNames } from '../environments/environment-names.ts'
import { storeNames } from '../environments/environment-names-store.ts'
import { changeEnvironment, type EnvironmentRow } from '../environments/environment-store.ts'
import { insertVersion, trimVersions } from '../environments/version-store.ts'
import { type CurrentKey, ensureCurrentKey } from '../grants/ensure-current-key.ts'
import { explainMissingGrant } from '../grants/explain-missing-grant.ts'
import type { KeyHolder } from '../keyring/key-holder.ts'
import { openNewest } from './open-newest.ts'

export type Variables = ReadonlyMap<string, string>

/** A requested write, before it is known what it changes. */
export interface WriteRequest {
  readonly environmentId: number
  readonly caller: UserCaller
  readonly origin: Origin
  readonly ifMatch: number | undefined
  /** The new variables, from the current ones. Throws AppError to reject. */
  readonly change: (current: Variables, key: CurrentKey, trx: Trx) => Variables | Promise<Variables>
  /** Its description in the activity log. */
  readonly tell: (
    changes: Changes,
    environment: EnvironmentRow,
  ) => Pick<ActivityEvent, 'type' | 'description'>
}

export interface Written {
  readonly environment: EnvironmentRow
  readonly changes: Changes
  /** The current variables. */
  readonly variables: Variables
}

/**
 * Writes an environment's next version: the environment is locked, decrypted, changed, encrypted and recorded in one
 * transaction, so writes follow one another and none is lost. A write without changes creates no version.
 * @throws AppError VERSION_MISMATCH when If-Match names another version, LIMIT_REACHED
 */
export function writeVersion(ctx: Context, holder: KeyHolder, request: WriteRequest): Promise<Written> {
  const { caller, origin, environmentId: id } = request
  return transact(ctx, actedBy(caller, origin), async (tx) => {
    const access = await requireEnvironment(tx, caller, { id, need: 'write', hold: true })
    requireMatch(access, request.ifMatch)
    const current = await ensureCurrentKey(tx, holder, access.environment).catch((error: unknown) => {
      throw explainMissingGrant(access, holder, error)
    })
    const before = await openNewest(tx.db, current)
    const variables = await request.change(before, current, tx.db)
    const changes = changesOf(difference(before, variables))
    if (isNothing(changes)) return { environment: current.environment, changes, variables }
    const environment = await insertNext(tx, current, { caller, variables, changes })
    tx.record({
      ...request.tell(changes, environment),
      severity: 'low',
      projectId: environment.project_id,
      environmentId: environment.id,
    })
    return { environment, changes, variables }
  })
}

function requireMatch({ environment }: EnvironmentAccess, ifMatch: number | undefined): void {
  if (ifMatch !== undefined && ifMatch !== environment.version) throw new AppError('VERSION_MISMATCH')
}

const changesOf = ({ added, changed, removed, unchanged }: Difference): Changes => ({
  added,
  changed,
  removed,
  unchanged,
})

const isNothing = ({ added, changed, removed }: Changes) =>
  added.length + changed.length + removed.length === 0

/** @throws AppError LIMIT_REACHED when that exceeds the maximum of an environment */
export function requireFits(variables: Variables): void {
  let bytes = 0
  for (const [key, value] of variables) bytes += Buffer.byteLength(key) + Buffer.byteLength(value)
  if (variables.size > limits.environmentVariables)
    throw new AppError('LIMIT_REACHED', { message: 'An environment can have at most 2,000 variables.' })
  if (bytes > limits.environmentBytes)
    throw new AppError('LIMIT_REACHED', { message: 'An environment can hold at most 1 MiB.' })
}

async function insertNext(
  tx: Tx,
  { environment, key, at }: CurrentKey,
  { caller, variables, changes }: Omit<Written, 'environment'> & Pick<WriteRequest, 'caller'>,
): Promise<EnvironmentRow> {
  requireFits(variables)
  const { id, epoch } = environment
  const version = environment.version + 1
  const sealed = sealEnvironment(key, { ...at, version }, variables)
  const names = encodeNames(variables)
  const head = await changeEnvironment(tx, environment, {
    version,
    variable_count: variables.size,
    names_hash: names.hash,
  })
  // Most writes change only values, and leave the names as they are.
  if (!environment.names_hash || !sameBytes(environment.names_hash, names.hash))
    await storeNames(tx.db, id, names.text)
  await insertVersion(tx.db, {
    environment_id: id,
    version,
    epoch,
    sealed,
    bytes: sealed.length,
    variable_count: variables.size,
    author_id: caller.userId,
    author_token: caller.kind === 'personal-token' ? caller.tokenName : null,
    added: JSON.stringify(changes.added),
    changed: JSON.stringify(changes.changed),
    removed: JSON.stringify(changes.removed),
    created_at: head.updated_at,
  })
  const dropped = await trimVersions(tx.db, id, {
    most: limits.historyBytes,
    keep: limits.historyKeptVersions,
  })
  return dropped === 0 ? head : await changeEnvironment(tx, head, { oldest_version: dropped + 1 })
}
