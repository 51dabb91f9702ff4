import { parseArgs } from 'node:util'
import { type NotedHead, parseHead } from '../features/audit-log/head-text.ts'

/** Invalid arguments. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

const usage = `Usage: [--head CHAIN:SEQUENCE:MAC]…
  --head   a head of the activity or usage chain that you noted earlier, as the log prints it`

/** The heads from the command line. @throws UsageError */
export function readHeads(args: readonly string[]): NotedHead[] {
  try {
    const { values } = parseArgs({ args: [...args], options: { head: { type: 'string', multiple: true } } })
    return (values.head ?? []).map((text) => {
      const head = parseHead(text)
      if (!head) throw new UsageError(`"${text}" is not a head.`)
      return head
    })
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : 'Unknown argument.'}\n${usage}`)
  }
}
