import { listVariableNames, readVariables } from '@envhold/contract/variables/variables.ts'
import type { Details } from '@envhold/formats/variables.ts'
import type { Call } from '../command.ts'
import { command } from '../command.ts'
import { targetOptions } from '../options.ts'
import { daysUntil, dueText } from '../output/due-text.ts'
import { table } from '../output/table.ts'
import { withAccessHint } from '../remote/access-hint.ts'
import { watchActivityHead } from '../remote/activity-head.ts'
import { chooseTarget, type Target } from '../remote/choose-target.ts'
import { connect, requirePersonalToken } from '../remote/connect.ts'
import type { Connection } from '../remote/connection.ts'

const options = {
  ...targetOptions,
  notes: { type: 'boolean', help: 'Show notes' },
  due: { type: 'boolean', help: 'Show only what is overdue or due within 30 days' },
} as const

const soonDays = 30
const none: Details = { note: null, due: null }

/** Names need a token that reads the schema; notes are read with the values, which are dropped here. */
async function readListed(connection: Connection, target: Target, withDetails: boolean) {
  const params = { id: target.environmentId }
  const read = async () => {
    if (!withDetails) {
      const { names } = await connection.client.call(listVariableNames, { params })
      return names.map((name) => ({ name, ...none }))
    }
    const { variables, details } = await connection.client.call(readVariables, { params })
    const found = new Map(Object.entries(details))
    return Object.keys(variables).map((name) => ({ name, ...(found.get(name) ?? none) }))
  }
  return withAccessHint(connection, target, 'read', read())
}

export const variables = command({
  name: 'variables',
  summary: 'List the names of an environment’s variables, with notes and due days',
  operands: '',
  minimum: 0,
  maximum: 0,
  options,
  details: 'Values are never shown. With --due or --notes, envhold list does the same.',
  examples: [
    ['envhold variables', 'Names'],
    ['envhold variables --notes', 'With notes'],
    ['envhold variables --due --env production', 'What has to be replaced soon'],
  ],
  async run({ options: given, settings, output }: Call<typeof options>) {
    const connection = await connect(settings, given, output)
    requirePersonalToken(connection, 'variables')
    const watched = watchActivityHead(settings, output, connection)
    const target = await chooseTarget(connection, given)
    const listed = await output.during('Reading …', readListed(connection, target, given.notes || given.due))
    await watched
    const now = new Date()
    const isSoon = ({ due }: Details) => due !== null && daysUntil(due, now) <= soonDays
    const shown = given.due
      ? listed.filter(isSoon).sort((left, right) => ((left.due ?? '') < (right.due ?? '') ? -1 : 1))
      : listed
    if (shown.length === 0)
      output.info(
        given.due
          ? `${target.label} has no variable that is due within ${soonDays} days.`
          : `${target.label} has no variables yet.`,
      )
    const withDetails = given.notes || given.due
    output.result(
      {
        environment: target.label,
        variables: shown.map(({ name, note, due }) => (withDetails ? { name, note, due } : { name })),
      },
      () => {
        if (shown.length === 0) return ''
        const head = ['NAME', ...(given.due ? ['DUE'] : []), ...(given.notes ? ['NOTE'] : [])]
        const rows = shown.map(({ name, note, due }) => [
          name,
          ...(given.due ? [due === null ? '' : dueText(due, now)] : []),
          ...(given.notes ? [(note ?? '').replaceAll(/\n+/g, ' ')] : []),
        ])
        return table(output.out, head, rows)
      },
    )
    return 0
  },
})
