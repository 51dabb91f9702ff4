import { closestWord } from '@envhold/command/parse-args.ts'
import { sanitize } from '@envhold/command/sanitize.ts'
import { UsageError, UserError } from '@envhold/command/user-error.ts'
import { listVariableNames } from '@envhold/contract/variables/variables.ts'
import {
  type KeyChange,
  keyChanges,
  listVersions,
  oldestUnchanged,
  readVersion,
  type VersionSummary,
} from '@envhold/contract/variables/versions.ts'
import { isVariableName, nameProblem } from '@envhold/formats/variable-name.ts'
import type { Output } from '../output/output.ts'
import { type KeyHistoryLine, keyHistoryTable } from '../output/versions-table.ts'
import { withAccessHint } from './access-hint.ts'
import type { Target } from './choose-target.ts'
import type { Connection } from './client-for.ts'

interface Asked {
  readonly key: string
  readonly limit: number
  /** Whether to read and print the values. */
  readonly values: boolean
  /** How to see older changes than `limit` shows. */
  readonly older: string
}

async function readLines(
  connection: Connection,
  { environmentId: id }: Target,
  { key, limit, values }: Asked,
) {
  const { names } = await connection.client.call(listVariableNames, { params: { id } })
  const history = await listKeyChanges(connection, { id, key, limit, exists: names.includes(key) })
  const oldest = history.changes.at(-1)
  const before = history.before && { ...history.before, key: oldest?.from ?? oldest?.key ?? key }
  const changes: KeyHistoryLine['change'][] = [...history.changes, ...(before ? [before] : [])]
  const visible = changes.filter(({ kind }) => kind !== 'removed')
  const read = values ? await readKeyValues(connection, id, visible) : null
  const lines = changes.map(
    (change): KeyHistoryLine => ({
      change,
      value: read?.has(change.version) ? (read.get(change.version) ?? null) : undefined,
    }),
  )
  return { names, history, lines }
}

const wire = ({ change, value }: KeyHistoryLine) => ({
  version: change.version,
  created_at: change.created_at,
  author: change.author ?? null,
  change: change.kind ?? 'oldest-stored',
  ...(change.from !== undefined && { from: change.from }),
  ...(value !== undefined && { value }),
})

function sayWhatIsMissing(
  output: Output,
  { limit, older }: Asked,
  { changes, searchedFrom, hasMore }: KeyChanges,
) {
  if (hasMore && changes.length === limit) output.info(older)
  else if (hasMore) output.info(`Searched back to version ${searchedFrom}; older versions are not shown.`)
  else if (searchedFrom !== null && searchedFrom > 1)
    output.info(`Versions before ${searchedFrom} are no longer stored.`)
}

/** `envhold history KEY` @throws UserError if no stored version names the key */
export async function printKeyHistory(
  output: Output,
  connection: Connection,
  target: Target,
  request: Asked,
): Promise<void> {
  const { key } = request
  if (!isVariableName(key))
    throw new UsageError('Pass the name of one variable.', `Invalid name: ${nameProblem}.`)
  const { names, history, lines } = await output.during(
    'Reading …',
    withAccessHint(connection, target, 'read', readLines(connection, target, request)),
  )
  if (lines.length === 0) {
    const guess = closestWord(key, names)
    throw new UserError(
      `No stored version of ${target.label} has a variable ${sanitize(key)}.`,
      guess ? `Did you mean ${sanitize(guess)}?` : 'Names are case-sensitive.',
      'NO_VARIABLE',
    )
  }
  output.result({ environment: target.label, key, changes: lines.map(wire), hasMore: history.hasMore }, () =>
    keyHistoryTable(output.out, lines),
  )
  sayWhatIsMissing(output, request, history)
}

const pageSize = 200
/** Ends the search in a history of many versions that do not name the key. */
const maxPages = 50

interface KeyChanges {
  /** Newest first. */
  readonly changes: readonly KeyChange[]
  /** The oldest version that was searched; null if there is none. */
  readonly searchedFrom: number | null
  /** The oldest stored version, if it shows the key before its oldest change. */
  readonly before: { readonly version: number; readonly created_at: string } | undefined
  readonly hasMore: boolean
}

interface Wanted {
  readonly id: number
  readonly key: string
  readonly limit: number
  /** Whether the environment has the key now. */
  readonly exists: boolean
}

/** The newest changes of a key, from as many pages of the history as that takes. */
async function listKeyChanges({ client }: Connection, request: Wanted): Promise<KeyChanges> {
  const { id, key, limit, exists } = request
  const versions: VersionSummary[] = []
  for (let page = 1; ; page++) {
    const before = versions.at(-1)?.version
    const query = { limit: pageSize, ...(before !== undefined && { before }) }
    const answer = await client.call(listVersions, { params: { id }, query })
    versions.push(...answer.versions)
    const matching = keyChanges(versions, key)
    const changes = matching.slice(0, limit)
    const searchedFrom = versions.at(-1)?.version ?? null
    // One more than is shown: it decides whether the last one is an addition again.
    if (matching.length > limit || (answer.hasMore && page === maxPages))
      return { changes, searchedFrom, before: undefined, hasMore: true }
    if (!answer.hasMore)
      return {
        changes,
        searchedFrom,
        before: oldestUnchanged(changes, answer.whole_from, exists),
        hasMore: false,
      }
  }
}

/** The value of a key in each of these versions; undefined where a version lacks it. */
async function readKeyValues(
  { client }: Connection,
  id: number,
  changes: readonly Pick<KeyChange, 'version' | 'key'>[],
): Promise<ReadonlyMap<number, string | undefined>> {
  const values = new Map<number, string | undefined>()
  for (const { version, key } of changes) {
    const { variables } = await client.call(readVersion, { params: { id, version } })
    values.set(version, Object.hasOwn(variables, key) ? variables[key] : undefined)
  }
  return values
}
