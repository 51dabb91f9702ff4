import type { Context } from '../../context.ts'
import { pauseWork } from '../../db/charged-work.ts'
import type { SessionCaller } from '../../http/caller.ts'
import type { Origin } from '../../http/route.ts'
import { asCsv, type Columns, fileHeaders, writeOut } from '../activity/write-export.ts'
import { actorOf, transact } from '../audit-log/tx.ts'

interface Exported<Shown> {
  readonly caller: SessionCaller
  readonly origin: Origin
  readonly query: Readonly<Record<string, unknown>>
  /** What is exported, as in 'the users of the instance'. */
  readonly what: string
  /** The name of the file, without the day. */
  readonly name: string
  readonly columns: Columns<Shown>
  readonly groups: AsyncIterable<readonly Shown[]>
}

/** Exports a list as CSV. It is recorded before its first byte is written, with the names of the filters alone. */
export async function exportCsv<Shown>(
  ctx: Context,
  { caller, origin, query, what, name, columns, groups }: Exported<Shown>,
) {
  const names = Object.entries(query).flatMap(([filter, value]) => (value === undefined ? [] : filter))
  const filtered = names.length === 0 ? 'without a filter' : `filtered by ${names.join(', ')}`
  await transact(ctx, actorOf(caller, origin), async (tx) => {
    const description = `As an operator, exported ${what} as CSV, ${filtered}`
    tx.record({ type: 'activity_exported', severity: 'high', description })
  })
  const day = new Date(ctx.clock()).toISOString().slice(0, 10)
  return {
    headers: fileHeaders(`${name}-${day}`, 'csv'),
    stream: writeOut(ctx, groups, asCsv(columns)),
  }
}

const rowsAtOnce = 500

/** A list in groups, at most `limit` rows, with turns for others in between. */
export async function* inGroups<Row, Shown>(
  limit: number,
  {
    next,
    show,
  }: {
    /** The rows after those that were read. */
    readonly next: (
      read: { readonly count: number; readonly first: Row | undefined; readonly last: Row | undefined },
      limit: number,
    ) => Promise<readonly Row[]>
    readonly show: (rows: readonly Row[]) => Promise<Shown[]>
  },
): AsyncGenerator<Shown[]> {
  let first: Row | undefined
  let last: Row | undefined
  for (let count = 0; count < limit; ) {
    const rows = await next({ count, first, last }, rowsAtOnce)
    first ??= rows[0]
    last = rows.at(-1)
    if (rows.length > 0) yield await show(rows)
    if (rows.length < rowsAtOnce) return
    count += rows.length
    await pauseWork()
  }
}
