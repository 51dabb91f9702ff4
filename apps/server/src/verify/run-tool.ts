import { hardenProcess } from '../harden-process.ts'
import { explainStartFailure } from '../start-failure.ts'
import { isDamage } from './damage.ts'
import { UsageError } from './read-heads.ts'

/** The exit codes of a tool; a `failure` replaces those that say why the stored data could not be opened. */
interface ExitCodes {
  readonly usage: number
  readonly failure?: number
}

/** Damage to the schema leaves nothing that can be queried. */
const damaged = { exitCode: 1, lines: ['BROKEN envhold.db *: cannot be read: its pages are damaged'] }

/** Runs a tool to its end and exits with its code. */
export function runTool(run: () => Promise<number>, codes: ExitCodes = { usage: 64 }): void {
  hardenProcess()
  run().then(
    (exitCode) => process.exit(exitCode),
    (error) => {
      const explain = () => (isDamage(error) ? damaged : explainStartFailure(error))
      const isUsage = error instanceof UsageError
      const { exitCode, lines } = isUsage ? { exitCode: codes.usage, lines: [error.message] } : explain()
      process.stderr.write(`${lines.join('\n')}\n`)
      process.exit(isUsage ? exitCode : (codes.failure ?? exitCode))
    },
  )
}
