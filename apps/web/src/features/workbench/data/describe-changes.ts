import type { Environment } from '@envhold/contract/environments/environments.ts'
import { listVersions } from '@envhold/contract/variables/versions.ts'
import { type Difference, difference } from '@envhold/formats/difference.ts'
import type { Variables } from '@envhold/formats/variables.ts'
import type { Connection } from '../../../connection/connection.ts'
import type { ReadVariables } from './variable-queries.ts'

const listed = (keys: readonly string[]): string => {
  const named = keys.slice(0, 3).join(', ')
  return keys.length > 3 ? `${named} and ${keys.length - 3} more` : named
}

/** Describes the changes of `author` to someone who was about to save. Names only. */
export function describeChanges({ added, changed, removed }: Difference, author: string): string {
  const parts = Object.entries({ changed, added, removed }).flatMap(([kind, keys]) =>
    keys.length > 0 ? [`${kind} ${listed(keys)}`] : [],
  )
  if (parts.length === 0) return `This environment was saved by ${author} since you loaded it.`
  return `Since you loaded it, ${author} ${namesText(parts)}.`
}

type Changes = Pick<Difference, 'added' | 'changed' | 'removed'>

/** The keys that are not as they were. */
export const changedKeys = ({ added, changed, removed }: Changes): string[] => [
  ...added,
  ...changed,
  ...removed,
]

/** `3 added, 1 changed`: the counts above zero. */
export function countsOf(changes: Changes): string {
  const parts = (['added', 'changed', 'removed'] as const)
    .filter((kind) => changes[kind].length > 0)
    .map((kind) => `${changes[kind].length} ${kind}`)
  return parts.length > 0 ? parts.join(', ') : 'nothing changed'
}

const list = new Intl.ListFormat('en-GB', { type: 'conjunction' })
const maxNamed = 3

export type NamedEnvironment = Pick<Environment, 'name' | 'protected'>

/** `qa, staging and production`. */
export const namesText = (names: readonly string[]): string => list.format(names)

/** `A, B, C and 2 more`. */
export const someNames = (names: readonly string[]): string =>
  namesText(
    names.length > maxNamed ? [...names.slice(0, maxNamed), `${names.length - maxNamed} more`] : names,
  )

/** The environments of a button: all by name if they are few, and always those that are protected. */
export function targetsText(targets: readonly NamedEnvironment[]): string {
  if (targets.length <= maxNamed) return namesText(targets.map(({ name }) => name))
  const named = targets.filter((each) => each.protected).map(({ name }) => name)
  return `${targets.length} environments${named.length > 0 ? `, with ${namesText(named)}` : ''}`
}

const maxVersions = 25
const unknown = 'someone else'

/** Who saved an environment after a version: 'ada', 'ada and grace'; 'someone else' if that is unknown. */
export async function authorsSince(
  { api }: Connection,
  environmentId: number,
  version: number,
): Promise<string> {
  try {
    const newest = { params: { id: environmentId }, query: { limit: maxVersions } }
    const { versions } = await api.call(listVersions, newest)
    const since = versions.filter((entry) => entry.version > version)
    const names = [...new Set(since.map(({ author }) => author.username ?? unknown))]
    if (names.length === 0) return unknown
    return new Intl.ListFormat('en').format(names)
  } catch {
    // The conflict itself is what matters.
    return unknown
  }
}

/** Who changed which keys between `version`, which held `before`, and `now`. */
export async function describeChangesSince(
  connection: Connection,
  { version, variables }: { readonly version: number; readonly variables: Variables | null | undefined },
  now: ReadVariables,
): Promise<string> {
  const author = await authorsSince(connection, now.environment.id, version)
  return describeChanges(difference(variables ?? now.variables, now.variables), author)
}
