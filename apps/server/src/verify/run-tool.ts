import { explainStartFailure } from '../start-failure.ts'
import { isDamage } from './damage.ts'
import { UsageError } from './read-heads.ts'

const usageError = 64

/** Damage to the schema leaves nothing that can be queried. */
const damaged = { exitCode: 1, lines: ['BROKEN envhold.db *: cannot be read: its pages are damaged'] }

/** Runs a tool to its end and exits with its code. */
export function runTool(run: () => Promise<number>): void {
  run().then(
    (exitCode) => process.exit(exitCode),
    (error) => {
      const explain = () => (isDamage(error) ? damaged : explainStartFailure(error))
      const isUsage = error instanceof UsageError
      const { exitCode, lines } = isUsage ? { exitCode: usageError, lines: [error.message] } : explain()
      process.stderr.write(`${lines.join('\n')}\n`)
      process.exit(exitCode)
    },
  )
}
