import { explainStartFailure } from '../start-failure.ts'
import { UsageError } from './read-heads.ts'

const usageError = 64

/** Runs a tool to its end and leaves with its exit code. */
export function runTool(run: () => Promise<number>): void {
  run().then(
    (exitCode) => process.exit(exitCode),
    (error) => {
      const isUsage = error instanceof UsageError
      const { exitCode, lines } = isUsage
        ? { exitCode: usageError, lines: [error.message] }
        : explainStartFailure(error)
      process.stderr.write(`${lines.join('\n')}\n`)
      process.exit(exitCode)
    },
  )
}
