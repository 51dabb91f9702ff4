/** Moves a SQLite instance to PostgreSQL: `npm run move -- --help`. */
import { environment } from './config/env.ts'
import { parseCommand } from './move/arguments.ts'
import { runCommand } from './move/run-command.ts'
import { readValue } from './payments-command/read-value.ts'
import { runTool } from './verify/run-tool.ts'

const say = (line: string) => void process.stdout.write(`${line}\n`)

runTool(
  async () => {
    const command = parseCommand(process.argv.slice(2))
    await runCommand(command, { environment: environment(), say, askPassword: readValue })
    return 0
  },
  { usage: 2, failure: 1 },
)
