/** Shows and changes the settings of payments: `npm run payments -- --help`. */
import { transact } from './features/audit-log/tx.ts'
import { parseCommand, usage } from './payments-command/arguments.ts'
import { changeSettings } from './payments-command/change-settings.ts'
import { readValue } from './payments-command/read-value.ts'
import { showSettings } from './payments-command/show-settings.ts'
import { testProvider } from './payments-command/test-provider.ts'
import { openForChanging } from './tools/open-for-changing.ts'
import { openForVerifying } from './verify/open-for-verifying.ts'
import { runTool } from './verify/run-tool.ts'

const say = (line: string) => void process.stdout.write(`${line}\n`)

runTool(async () => {
  const command = parseCommand(process.argv.slice(2))
  if (command.name === 'help') {
    say(usage)
    return 0
  }
  if (command.name === 'show') {
    for (const line of await openForVerifying(showSettings)) say(line)
    return 0
  }
  if (command.name === 'test') {
    const { provider } = command
    const { success, message } = await openForVerifying((opened) => testProvider(opened, provider))
    say(message)
    return success ? 0 : 1
  }
  const value =
    command.name === 'set-text' ? await readValue(`${command.setting} of ${command.provider}: `) : ''
  say(
    await openForChanging((ctx) =>
      transact(ctx, { userId: null, origin: null }, (tx) => changeSettings(tx, command, value)),
    ),
  )
  return 0
})
