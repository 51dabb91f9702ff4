/** What an operator does on the machine of the server: `npm run operator -- --help`. */
import { AppError } from './app-error.ts'
import { parseCommand, usage } from './operator-command/arguments.ts'
import { runCommand } from './operator-command/run-command.ts'
import { openBesideServer } from './tools/open-for-changing.ts'
import { runTool } from './verify/run-tool.ts'

const say = (line: string) => void process.stdout.write(`${line}\n`)

runTool(
  async () => {
    const command = parseCommand(process.argv.slice(2))
    if (command.name === 'help') {
      say(usage)
      return 0
    }
    try {
      const { text, json } = await openBesideServer((ctx) => runCommand(ctx, command))
      say(command.json ? JSON.stringify(json) : text)
      return 0
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      process.stderr.write(`${error.message}\n`)
      return 1
    }
  },
  { usage: 2, failure: 1 },
)
