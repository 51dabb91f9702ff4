/** Shows and changes the identity provider: `npm run sign-in-provider -- --help`. */
import { providerCallbackPath } from '@envhold/contract/accounts/sign-in-provider.ts'
import { readConfig } from './config/config.ts'
import { environment } from './config/env.ts'
import type { Context } from './context.ts'
import { type Tx, transact } from './features/audit-log/tx.ts'
import { readProviderSettings } from './sign-in-provider/provider-settings-store.ts'
import { parseCommand, usage } from './sign-in-provider-command/arguments.ts'
import { askSettings } from './sign-in-provider-command/ask-settings.ts'
import { removeProvider, setProvider } from './sign-in-provider-command/change-provider.ts'
import { parseSettings } from './sign-in-provider-command/parse-settings.ts'
import { readText } from './sign-in-provider-command/read-text.ts'
import { showProvider } from './sign-in-provider-command/show-provider.ts'
import { testProvider } from './sign-in-provider-command/test-provider.ts'
import { openBesideServer } from './tools/open-for-changing.ts'
import { openForVerifying } from './verify/open-for-verifying.ts'
import { runTool } from './verify/run-tool.ts'

const say = (line: string) => void process.stdout.write(`${line}\n`)

const readSettings = () => openForVerifying((opened) => readProviderSettings(opened))

/** A server reads the settings at each sign-in, so they can change beside it. */
const change = (work: (tx: Tx) => Promise<string>) =>
  openBesideServer((ctx: Context) => transact(ctx, { userId: null, origin: null }, work))

runTool(async () => {
  const command = parseCommand(process.argv.slice(2))
  if (command.name === 'help') {
    say(usage)
    return 0
  }
  if (command.name === 'remove') {
    say(await change(removeProvider))
    return 0
  }
  const before = await readSettings()
  if (command.name === 'show') {
    say(showProvider(before, `${readConfig(environment()).publicUrl}${providerCallbackPath}`))
    return 0
  }
  if (command.name === 'test') {
    const { success, message } = await testProvider(before)
    say(message)
    return success ? 0 : 1
  }
  const json = command.name === 'set' ? await readText(command.file) : await askSettings(before)
  const settings = parseSettings(json, before)
  say(await change((tx) => setProvider(tx, settings)))
  return 0
})
