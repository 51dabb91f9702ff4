/** Rotates the server secret: `npm run server-secret -- --help`. */
import { parseCommand } from './server-secret-command/arguments.ts'
import { runCommand } from './server-secret-command/run-command.ts'
import { runTool } from './verify/run-tool.ts'

const say = (line: string) => void process.stdout.write(`${line}\n`)

runTool(async () => await runCommand(parseCommand(process.argv.slice(2)), say), { usage: 2, failure: 1 })
