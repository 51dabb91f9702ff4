import { listVariableNames } from '@envhold/contract/variables.ts'
import { isVariableName, nameProblem } from '@envhold/formats/variable-name.ts'
import { closestWord } from '../closest-word.ts'
import { type KeyHistoryLine, keyHistoryTable } from '../output/key-history-table.ts'
import type { Output } from '../output/output.ts'
import { sanitize } from '../output/sanitize.ts'
import { UsageError, UserError } from '../user-error.ts'
import { withAccessHint } from './access-hint.ts'
import type { Target } from './choose-target.ts'
import type { Connection } from './connection.ts'
import { type KeyChanges, listKeyChanges, readKeyValues } from './list-key-changes.ts'

interface Asked {
  readonly key: string
  readonly limit: number
  /** Whether to read and print the values. */
  readonly values: boolean
}

async function readLines(
  connection: Connection,
  { environmentId: id }: Target,
  { key, limit, values }: Asked,
) {
  const { names } = await connection.client.call(listVariableNames, { params: { id } })
  const found = await listKeyChanges(connection, { id, key, limit, exists: names.includes(key) })
  const changes: KeyHistoryLine['change'][] = [...found.changes, ...(found.before ? [found.before] : [])]
  const shown = changes.filter(({ kind }) => kind !== 'removed').map(({ version }) => version)
  const read = values ? await readKeyValues(connection, { id, key }, shown) : null
  const lines = changes.map(
    (change): KeyHistoryLine => ({
      change,
      value: read?.has(change.version) ? (read.get(change.version) ?? null) : undefined,
    }),
  )
  return { names, found, lines }
}

const wire = ({ change, value }: KeyHistoryLine) => ({
  version: change.version,
  created_at: change.created_at,
  author: change.author ?? null,
  change: change.kind ?? 'oldest-stored',
  ...(value !== undefined && { value }),
})

function sayWhatIsMissing(
  output: Output,
  { key, limit }: Asked,
  { changes, searchedFrom, hasMore }: KeyChanges,
) {
  if (hasMore && changes.length === limit)
    output.say(`For older changes: envhold history ${key} --limit ${Math.min(200, limit * 2)}`)
  else if (hasMore) output.say(`Searched back to version ${searchedFrom}; older versions are not shown.`)
  else if (searchedFrom !== null && searchedFrom > 1)
    output.say(`Versions before ${searchedFrom} are no longer stored.`)
}

/** `envhold history KEY` @throws UserError if no stored version names the key */
export async function printKeyHistory(
  output: Output,
  connection: Connection,
  target: Target,
  asked: Asked,
): Promise<void> {
  const { key } = asked
  if (!isVariableName(key))
    throw new UsageError('Pass the name of one variable.', `Invalid name: ${nameProblem}.`)
  const { names, found, lines } = await output.during(
    'Reading …',
    withAccessHint(connection, target, 'read', readLines(connection, target, asked)),
  )
  if (lines.length === 0) {
    const guess = closestWord(key, names)
    throw new UserError(
      `No stored version of ${target.label} has a variable ${sanitize(key)}.`,
      guess ? `Did you mean ${sanitize(guess)}?` : 'Names are case-sensitive.',
      'NO_VARIABLE',
    )
  }
  output.result({ environment: target.label, key, changes: lines.map(wire), hasMore: found.hasMore }, () =>
    keyHistoryTable(output.out, lines),
  )
  sayWhatIsMissing(output, asked, found)
}
