import { UsageError } from '@envhold/command/user-error.ts'
import { activityTimeRanges } from '@envhold/contract/activity/activity.ts'
import {
  type ActivityLine,
  type ActivityLinePage,
  listProjectActivityLines,
  maxSearchTerms,
} from '@envhold/contract/activity/activity-lines.ts'
import { type Call, command, projectOption } from '../command.ts'
import { ago } from '../output/ago.ts'
import { nextCommand } from '../output/next-command.ts'
import { type Style, table } from '../output/output.ts'
import { withAccessHint } from '../remote/access-hint.ts'
import { watchActivityHead } from '../remote/activity-head.ts'
import { chooseProject } from '../remote/choose-target.ts'
import { connect, requirePersonalToken } from '../remote/connect.ts'

const options = {
  ...projectOption,
  range: {
    type: 'string',
    value: 'RANGE',
    choices: activityTimeRanges,
    help: 'How far back (default 30d)',
  },
  from: { type: 'string', value: 'DAY', help: 'The first day, such as 2026-11-01 (UTC)' },
  to: { type: 'string', value: 'DAY', help: 'The last day' },
  reads: { type: 'boolean', help: 'Also lines of those who only read' },
  limit: { type: 'string', short: 'n', value: 'N', help: 'Number of lines, at most 100 (default 20)' },
  before: { type: 'string', value: 'ENTRY', help: 'Continue an earlier list: lines older than this' },
} as const

type LogCall = Call<typeof options>

const numberOf = (name: string, text: string | undefined, highest: number): number | undefined => {
  if (text === undefined) return undefined
  const number = Number(text)
  if (!Number.isInteger(number) || number < 1 || number > highest)
    throw new UsageError(`--${name} must be a number from 1 to ${highest}.`)
  return number
}

function dayOf(name: 'from' | 'to', text: string | undefined): string | undefined {
  if (text !== undefined && !(/^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))))
    throw new UsageError(`--${name} must be a day, such as 2026-11-01.`)
  return text
}

function queryOf({ options: given, operands }: LogCall) {
  const [from, to] = [dayOf('from', given.from), dayOf('to', given.to)]
  if (from && to && from > to) throw new UsageError('--from must not be after --to.')
  if (given.range !== undefined && (from || to)) throw new UsageError('Pass --range, or --from and --to.')
  const before = numberOf('before', given.before, Number.MAX_SAFE_INTEGER)
  // Days may be older than the usual range.
  const range = activityTimeRanges.find((range) => range === given.range) ?? (from || to ? 'all' : undefined)
  const search = operands.join(' ')
  if (search.length > 200) throw new UsageError('The search can have at most 200 characters.')
  return {
    ...(range && { timeRange: range }),
    ...(from && { from }),
    ...(to && { to }),
    ...(search && { search }),
    ...(before && { before }),
    category: given.reads ? ('all' as const) : ('changes' as const),
    limit: numberOf('limit', given.limit, 100) ?? 20,
  }
}

const linesTable = (style: Style, lines: readonly ActivityLine[]): string =>
  table(
    style,
    ['WHEN', 'WHO', 'WHAT'],
    lines.map(({ created_at, people, text, severity, is_read }) => [
      ago(created_at, Date.now()),
      is_read ? '' : (people[0]?.username ?? ''),
      severity === 'high' ? `${text} (high)` : text,
    ]),
  )

/** What the list lacks: words that were not found, and where it continues. */
function reportRest(
  { options: given, output, operands }: LogCall,
  { lines, next, searched_back_to }: ActivityLinePage,
): void {
  const search = operands.join(' ')
  if (searched_back_to !== null) output.info(`Searched back to ${searched_back_to.slice(0, 10)}.`)
  else if (lines.length === 0)
    output.info(search ? 'Nothing was found. To search further back: --range all' : 'Nothing happened.')
  if (next !== null)
    output.info(`For older lines: ${nextCommand('log', operands, { ...given, before: String(next) })}`)
}

export const log = command({
  name: 'log',
  summary: 'List who did what in a project, or find it by key, person or text',
  operands: '[WORD...]',
  minimum: 0,
  maximum: maxSearchTerms,
  options,
  details:
    'One line for each save, invitation or removal, in the words of the web app. Of the words that you pass, all must be found: in\n' +
    'the name of a variable, in the name or e-mail address of a person, or in the text. What you may not read is not found.',
  examples: [
    ['envhold log', 'What was changed in the last 30 days'],
    ['envhold log SENDGRID_API_KEY', 'Who changed one variable, in any environment'],
    ['envhold log ada production --range all', 'What ada did in production, ever'],
    ['envhold log --from 2026-11-01 --to 2026-11-07 --json', 'One week, for scripts'],
  ],
  async run(call: LogCall) {
    const { options: given, settings, output } = call
    const query = queryOf(call)
    const connection = await connect(settings, given, output)
    requirePersonalToken(connection, 'log')
    const watched = watchActivityHead(settings, output, connection)
    const { id, name: label, project } = await chooseProject(connection, given)
    const request = connection.client.call(listProjectActivityLines, { params: { id }, query })
    const page = await output.during(
      'Reading …',
      withAccessHint(connection, { projectId: id, label, project }, 'read', request),
    )
    await watched
    output.result({ project: label, ...page }, () =>
      page.lines.length === 0 ? '' : linesTable(output.out, page.lines),
    )
    reportRest(call, page)
    return 0
  },
})
