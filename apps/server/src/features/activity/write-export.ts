import type {
  exportActivityLogs,
  exportApiUsage,
  exportProjectActivity,
} from '@envhold/contract/activity/activity.ts'
import { charged } from '../../db/charged-work.ts'
import type { UserCaller } from '../../http/caller.ts'
import type { HandlerResult, Origin } from '../../http/route.ts'
import { actorOf } from '../audit-log/tx.ts'
import type { ActivityContext, ActivityWorld, ShownList } from './activity-world.ts'
import type { CountedList } from './pagination.ts'

type Format = 'csv' | 'json'
/** The cells of a CSV file, by column name. */
export type Columns<Shown> = Readonly<Record<string, (entry: Shown) => Cell>>

/** Columns that are called as the fields that they show. */
export const fieldColumns = <Name extends string>(...names: readonly Name[]) =>
  Object.fromEntries(
    names.map((name) => [name, (entry: Readonly<Record<Name, Cell>>) => entry[name]]),
  ) as Readonly<Record<Name, (entry: Readonly<Record<Name, Cell>>) => Cell>>

/** How a list becomes the text of a file. */
export interface WrittenExport<Shown> {
  readonly head: string
  readonly between: string
  readonly text: (entries: readonly Shown[]) => string
  /** Asked for when everything else is written. */
  readonly tail: () => string
}

export const asCsv = <Shown>(columns: Columns<Shown>): WrittenExport<Shown> => ({
  head: csvRecord(Object.keys(columns)),
  between: '',
  tail: () => '',
  text: (entries) =>
    entries.map((entry) => csvRecord(Object.values(columns).map((cell) => cell(entry)))).join(''),
})

const asJson: WrittenExport<unknown> = {
  head: '[\n',
  between: ',\n',
  tail: () => '\n]\n',
  text: (entries) => entries.map((entry) => JSON.stringify(entry)).join(',\n'),
}

/** The headers of a file with this name, without the extension. */
export const fileHeaders = (name: string, format: Format): Record<string, string> => ({
  'content-type': format === 'csv' ? 'text/csv; charset=utf-8' : 'application/json',
  'content-disposition': `attachment; filename="${name}.${format}"`,
})

/** The file, group by group, as fast as the caller reads it. */
export async function* writeOut<Shown>(
  { log }: Pick<ActivityContext, 'log'>,
  groups: AsyncIterable<readonly Shown[]>,
  { head, between, tail, text }: WrittenExport<Shown>,
): AsyncGenerator<Buffer> {
  try {
    let before = head
    for await (const entries of groups) {
      const lead = before
      yield charged(() => Buffer.from(lead + text(entries)))
      before = between
    }
    yield Buffer.from(before === head ? head + tail() : tail())
  } catch (error) {
    // The caller sees only a truncated download.
    log.taskFailed({ task: 'export', error })
    throw error
  }
}

/** CSV text of RFC 4180 in which a spreadsheet executes nothing. */
type Cell = string | number | null

/**
 * The characters that make a spreadsheet treat a cell as a formula when it begins with them, including full-width ones,
 * which East Asian versions accept.
 */
const formula = /^[=+\-@\uff1d\uff0b\uff0d\uff20\t\r\n]/

const quoted = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

const cell = (value: Cell) => {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  return quoted(formula.test(value) ? `'${value}` : value)
}

/** One record, including its line end. */
export const csvRecord = (cells: readonly Cell[]): string => `${cells.map(cell).join(',')}\r\n`

interface Exported {
  readonly caller: UserCaller
  readonly origin: Origin
  readonly format: Format
  /** The list's name in the activity log: “Exported … as CSV”. */
  readonly what: string
  readonly projectId?: number
  /** The file's name, without date and extension. */
  readonly name: string
}

interface Exportable<Row, Shown> {
  readonly open: () => Promise<ShownList<Row, Shown>>
  readonly columns: Columns<Shown>
}

type ExportEndpoint = typeof exportActivityLogs | typeof exportApiUsage | typeof exportProjectActivity

/**
 * Exports a whole list as a file, the newest entry first. The export is recorded before its first byte is written. The
 * file is streamed as the caller reads it, so it may have any length. It contains the entries that existed at the
 * start.
 */
export async function exportList<Row, Shown>(
  world: ActivityWorld,
  { caller, origin, format, what, projectId, name }: Exported,
  { open, columns }: Exportable<Row, Shown>,
): Promise<HandlerResult<ExportEndpoint>> {
  await world.recorder.record({
    ...actorOf(caller, origin),
    type: 'activity_exported',
    description: `Exported ${what} as ${format.toUpperCase()}`,
    ...(projectId !== undefined && { projectId }),
  })
  const list = await open()
  const counted = await list.count(world.memory)
  const day = new Date(world.clock()).toISOString().slice(0, 10)
  return {
    headers: fileHeaders(`${name}-${day}`, format),
    stream: writeOut(world, shownGroups(list, counted), format === 'csv' ? asCsv(columns) : asJson),
  }
}

/** Turns a name of any characters into a part of a file name. */
export const fileNamePart = (name: string): string =>
  name
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60)
    .toLowerCase()

async function* shownGroups<Row, Shown>(
  { show }: ShownList<Row, Shown>,
  counted: CountedList<Row>,
): AsyncGenerator<Shown[]> {
  for await (const rows of counted.groups()) yield await show(rows)
}
