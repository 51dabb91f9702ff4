import { z } from 'zod'
import { endpointsOf } from '../endpoint.ts'
import { author } from '../environments/environments.ts'
import * as field from '../fields.ts'
import * as variableFields from './variable-fields.ts'
import { keys, writtenChanges } from './variables.ts'

const endpoint = endpointsOf('Variables')

const params = z.object({ id: field.pathId })
const oneVersion = z.object({
  id: field.pathId,
  version: z.coerce.number<string | number>().int().positive(),
})

export const versionSummary = z
  .object({
    version: field.version,
    created_at: field.time,
    author,
    added: keys,
    changed: keys,
    removed: keys,
  })
  .meta({ id: 'VersionSummary' })
export type VersionSummary = z.output<typeof versionSummary>

export const listVersions = endpoint('GET /env/environments/{id}/versions', {
  name: 'listVersions',
  summary:
    'List the history of an environment, newest first: names only. A page ends earlier than at `limit` where versions changed many names.',
  audience: 'user',
  permission: 'read_schema',
  vault: true,
  params,
  query: z.object({
    /** Only versions older than this one. */
    before: z.coerce.number<string | number>().int().positive().optional(),
    limit: z.coerce.number<string | number>().int().min(1).max(200).default(50),
  }),
  output: z.object({
    versions: z.array(versionSummary).max(200),
    /** The oldest stored version; null while there is none. */
    whole_from: z.object({ version: field.version, created_at: field.time }).nullable(),
    hasMore: z.boolean(),
  }),
  errors: ['NOT_FOUND'],
})

export const readVersion = endpoint('GET /env/environments/{id}/versions/{version}/variables', {
  name: 'readVersion',
  summary: 'Read all variables of one version.',
  audience: 'user',
  permission: 'read_variables',
  vault: true,
  secret: true,
  params: oneVersion,
  output: z.object({
    version: field.version,
    created_at: field.time,
    author,
    variables: variableFields.variables,
    details: variableFields.details,
  }),
  errors: ['NOT_FOUND'],
})

export const restoreVersion = endpoint('POST /env/environments/{id}/versions/{version}/restore', {
  name: 'restoreVersion',
  summary: 'Restore an old version as a new one. The history stays complete.',
  audience: 'user',
  permission: 'write_variables',
  vault: true,
  idempotency: 'replay',
  conditional: 'write',
  confirms: true,
  params: oneVersion,
  output: writtenChanges,
  errors: ['NOT_FOUND', 'PROJECT_READ_ONLY', 'LIMIT_REACHED'],
})

/** `added-again`: it was removed before. `renamed`: it had another key before. */
export type KeyChangeKind = 'added' | 'added-again' | 'changed' | 'removed' | 'renamed'

export interface KeyChange extends Pick<VersionSummary, 'version' | 'created_at' | 'author'> {
  readonly kind: KeyChangeKind
  /** The key of the variable in this version. */
  readonly key: string
  /** Its key before, if it was renamed. */
  readonly from?: string
}

const kindOf = (version: VersionSummary, key: string): KeyChangeKind | undefined => {
  if (version.added.includes(key)) return 'added'
  if (version.changed.includes(key)) return 'changed'
  return version.removed.includes(key) ? 'removed' : undefined
}

/** A version that removes one key, adds another and does nothing else renames it. */
const renamedFrom = ({ added, changed, removed }: VersionSummary, key: string): string | undefined =>
  added[0] === key && added.length === 1 && changed.length === 0 && removed.length === 1
    ? removed[0]
    : undefined

/**
 * The changes of a key, from the names in `versions`, newest first as they are; before a rename, those of its former
 * key. Without older versions, the last one may be an addition again.
 */
export function keyChanges(versions: readonly VersionSummary[], key: string): KeyChange[] {
  const changes: KeyChange[] = []
  let name = key
  for (const version of versions) {
    const { version: number, created_at, author } = version
    const kind = kindOf(version, name)
    if (!kind) continue
    const from = renamedFrom(version, name)
    const change = { version: number, created_at, author, key: name }
    changes.push(from === undefined ? { ...change, kind } : { ...change, kind: 'renamed', from })
    name = from ?? name
  }
  return changes.map((change, index) =>
    change.kind === 'added' && changes[index + 1]?.kind === 'removed'
      ? { ...change, kind: 'added-again' }
      : change,
  )
}

/** Changes of one user that follow each other closely: the newest one, and those before it, newest first. */
export interface KeyChangeRun {
  readonly newest: KeyChange
  readonly earlier: readonly KeyChange[]
}

/** Changes closer together than this are one run. */
const maxPauseMs = 10 * 60_000

const isSameRun = (newer: KeyChange, older: KeyChange): boolean =>
  newer.kind === 'changed' &&
  older.kind === 'changed' &&
  newer.author.username !== null &&
  newer.author.username === older.author.username &&
  newer.author.token_name === older.author.token_name &&
  Date.parse(newer.created_at) - Date.parse(older.created_at) <= maxPauseMs

/** Folds changes that the same user made in a short time. Additions and removals stay on their own. */
export function foldKeyChanges(changes: readonly KeyChange[]): KeyChangeRun[] {
  const runs: { newest: KeyChange; earlier: KeyChange[] }[] = []
  let last: KeyChange | undefined
  for (const change of changes) {
    const run = runs.at(-1)
    if (run && last && isSameRun(last, change)) run.earlier.push(change)
    else runs.push({ newest: change, earlier: [] })
    last = change
  }
  return runs
}

/**
 * The version that shows a key before its oldest known change: the oldest stored one, if the key was in it. Undefined
 * if older versions are still to be read, or if the key was added later.
 */
export function oldestUnchanged(
  changes: readonly KeyChange[],
  wholeFrom: { readonly version: number; readonly created_at: string } | null,
  exists: boolean,
): { readonly version: number; readonly created_at: string } | undefined {
  if (!wholeFrom) return undefined
  const oldest = changes.at(-1)
  if (!oldest) return exists ? wholeFrom : undefined
  const wasThere = oldest.kind !== 'added' && oldest.kind !== 'added-again'
  return wasThere && oldest.version > wholeFrom.version ? wholeFrom : undefined
}
