import type { exportActivityLogs, exportApiUsage, exportProjectActivity } from '@envhold/contract/activity.ts'
import type { UserCaller } from '../../http/caller.ts'
import type { Origin, Reply } from '../../http/route.ts'
import { actedBy } from '../audit-log/acted-by.ts'
import type { ActivityContext, ActivityDeps } from './activity-deps.ts'
import type { CountedList } from './counted-list.ts'
import type { ShownList } from './shown-list.ts'
import { asCsv, asJson, type Columns, type Format, fileHeaders, writeOut } from './write-export.ts'

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
  ctx: ActivityContext,
  deps: ActivityDeps,
  { caller, origin, format, what, projectId, name }: Exported,
  { open, columns }: Exportable<Row, Shown>,
): Promise<Reply<ExportEndpoint>> {
  await deps.recorder.record({
    ...actedBy(caller, origin),
    type: 'activity_exported',
    severity: 'medium',
    description: `Exported ${what} as ${format.toUpperCase()}`,
    ...(projectId !== undefined && { projectId }),
  })
  const list = await open()
  const counted = await list.count(deps.memory)
  const day = new Date(ctx.clock()).toISOString().slice(0, 10)
  return {
    headers: fileHeaders(`${name}-${day}`, format),
    stream: writeOut(ctx, shownGroups(list, counted), format === 'csv' ? asCsv(columns) : asJson),
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
