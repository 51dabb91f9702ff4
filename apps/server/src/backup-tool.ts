/** Backs up the database on the machine of the server: `npm run backup -- --help`. */
import { AppError } from './app-error.ts'
import { type Command, parseCommand, usage } from './backup-command/arguments.ts'
import { openRestored, restoreBackup } from './backup-command/restore-backup.ts'
import { runCommand } from './backup-command/run-command.ts'
import { verifyPath } from './backup-command/verify-path.ts'
import { BackupError } from './backups/backup-error.ts'
import type { Context } from './context.ts'
import { openBesideServer, openForChanging } from './tools/open-for-changing.ts'
import { runTool } from './verify/run-tool.ts'

const say = (line: string) => void process.stdout.write(`${line}\n`)

/** A running server would not notice what is revoked. */
function opening(command: Command) {
  if (command.name !== 'revocations') return openBesideServer
  if (command.acceptRestored)
    return (work: (ctx: Context) => Promise<number>) => openRestored('Restored by hand.', work)
  return command.reapply ? openForChanging : openBesideServer
}

runTool(
  async () => {
    const command = parseCommand(process.argv.slice(2))
    if (command.name === 'help') {
      say(usage)
      return 0
    }
    try {
      if (command.name === 'verify' && /[/\\]/.test(command.backup))
        return await verifyPath(command.backup, say)
      if (command.name === 'restore') return await restoreBackup(command, say)
      return await opening(command)((ctx) => runCommand(ctx, command, say))
    } catch (error) {
      if (!(error instanceof AppError || error instanceof BackupError)) throw error
      process.stderr.write(`${error.message}\n`)
      return 1
    }
  },
  { usage: 2, failure: 1 },
)
