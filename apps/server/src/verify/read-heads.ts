import { parseArgs } from 'node:util'
import { parseHead } from '../features/audit-log/head-text.ts'
import type { NotedPoint } from '../features/audit-log/verdict.ts'

/** Invalid arguments. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

const usage = `Usage: [--head HEAD]…
  --head   a root or the head of a chain that you noted earlier, as the log or GET /activity/head shows it:
           root:12:01ab…, usage/7:1042:01ab… or activity/project/7:42:01ab…`

/** A head of the one chain that all activity, or all usage, once was. */
const isBefore = (text: string) => /^(activity|usage):/.test(text)
const before = ' It was noted before each project had chains of its own, and can no longer be compared.'

/** The heads from the command line. @throws UsageError */
export function readHeads(args: readonly string[]): NotedPoint[] {
  try {
    const { values } = parseArgs({ args: [...args], options: { head: { type: 'string', multiple: true } } })
    return (values.head ?? []).map((text) => {
      const head = parseHead(text)
      if (!head) throw new UsageError(`"${text}" is not a head.${isBefore(text) ? before : ''}`)
      return head
    })
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : 'Unknown argument.'}\n${usage}`)
  }
}
