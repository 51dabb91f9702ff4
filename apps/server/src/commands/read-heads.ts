import { UsageError } from '@envhold/command/user-error.ts'
import { parseHead } from '../features/audit-log/report-heads.ts'
import type { NotedPoint } from '../features/audit-log/verdict.ts'

export const headOption = {
  head: {
    type: 'list',
    value: 'HEAD',
    help: 'Compare with a root or the head of a chain that you noted earlier, as the log or GET /activity/head shows it: root:12:01ab…, usage/7:1042:01ab… or activity/project/7:42:01ab…',
  },
} as const

/** A head of the one chain that all activity, or all usage, once was. */
const isBefore = (text: string) => /^(activity|usage):/.test(text)
const before = ' It was noted before each project had chains of its own, and can no longer be compared.'

/** The heads from the command line. @throws UsageError */
export const readHeads = (texts: readonly string[]): NotedPoint[] =>
  texts.map((text) => {
    const head = parseHead(text)
    if (!head) throw new UsageError(`"${text}" is not a head.${isBefore(text) ? before : ''}`)
    return head
  })
