import { listVariableNames, readVariables } from '@envhold/contract/variables/variables.ts'
import { type DetailName, detailNames } from '@envhold/formats/fields/every-field.ts'
import { type Details, detailsOf } from '@envhold/formats/variables.ts'
import { type Call, command, targetOptions } from '../command.ts'
import { table } from '../output/output.ts'
import { columns, daysUntil, listOptions } from '../output/variable-fields.ts'
import { withAccessHint } from '../remote/access-hint.ts'
import { watchActivityHead } from '../remote/activity-head.ts'
import { chooseTarget, type Target } from '../remote/choose-target.ts'
import type { Connection } from '../remote/client-for.ts'
import { connect, requirePersonalToken } from '../remote/connect.ts'

const options = { ...targetOptions, ...listOptions } as const

const soonDays = 30
const none = detailsOf(undefined)

/** Names need a token that reads the schema; notes are read with the values, which are dropped here. */
async function readListed(connection: Connection, target: Target, withDetails: boolean) {
  const params = { id: target.environmentId }
  const read = async () => {
    if (!withDetails) {
      const { names } = await connection.client.call(listVariableNames, { params })
      return names.map((name) => ({ name, ...none }))
    }
    const { variables, details } = await connection.client.call(readVariables, { params })
    const byKey = new Map(Object.entries(details))
    return Object.keys(variables).map((name) => ({ name, ...(byKey.get(name) ?? none) }))
  }
  return withAccessHint(connection, target, 'read', read())
}

const cellOf = (row: Details, name: DetailName, now: Date): string => {
  const text = row[name]
  return text === null ? '' : columns[name].cell(text, now)
}

export const variables = command({
  name: 'variables',
  summary: 'List the names of an environment’s variables, with notes and due dates',
  options,
  details: 'Values are never shown. With --due or --notes, envhold list does the same.',
  examples: [
    ['envhold variables', 'Names'],
    ['envhold variables --notes', 'With notes'],
    ['envhold variables --due --env production', 'What has to be replaced soon'],
  ],
  async run({ options: optionValues, settings, output }: Call<typeof options>) {
    const connection = await connect(settings, optionValues, output)
    requirePersonalToken(connection, 'variables')
    const watched = watchActivityHead(settings, output, connection)
    const target = await chooseTarget(connection, optionValues)
    const shownDetails = (Object.keys(columns) as DetailName[]).filter(
      (name) => optionValues[columns[name].option],
    )
    const withDetails = shownDetails.length > 0
    const listed = await output.during('Reading …', readListed(connection, target, withDetails))
    await watched
    const now = new Date()
    const isSoon = ({ due }: Details) => due !== null && daysUntil(due, now) <= soonDays
    const visible = optionValues.due
      ? listed.filter(isSoon).sort((left, right) => ((left.due ?? '') < (right.due ?? '') ? -1 : 1))
      : listed
    if (visible.length === 0)
      output.info(
        optionValues.due
          ? `${target.label} has no variable that is due within ${soonDays} days.`
          : `${target.label} has no variables yet.`,
      )
    output.result(
      {
        environment: target.label,
        variables: visible.map((row) =>
          Object.fromEntries(
            ['name' as const, ...(withDetails ? detailNames : [])].map((of) => [of, row[of]]),
          ),
        ),
      },
      () => {
        if (visible.length === 0) return ''
        const head = ['NAME', ...shownDetails.map((name) => columns[name].title)]
        const rows = visible.map((row) => [row.name, ...shownDetails.map((name) => cellOf(row, name, now))])
        return table(output.out, head, rows)
      },
    )
    return 0
  },
})
