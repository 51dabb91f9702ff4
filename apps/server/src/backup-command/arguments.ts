import { UsageError } from '../verify/read-heads.ts'

export type Command =
  | { readonly name: 'help' | 'create' | 'list' }
  | { readonly name: 'verify'; readonly backup: string }

export const usage = `Usage: npm run backup -- create
       npm run backup -- list
       npm run backup -- verify NAME | PATH

  create   back up the database into DATA_DIR/backups, beside a running server
  list     list the backups, the newest first
  verify   verify a backup in the list by its name, or any backup by its path, such as ./envhold-20261122T140000Z.db,
           with the .json file beside it. The path needs the server secret, but no database.

The server secret is not in a backup. Store it in another place: without it a backup opens nothing.
Exit codes: 0 done, 1 not done or not valid, 2 invalid arguments.`

/** @throws UsageError */
export function parseCommand(args: readonly string[]): Command {
  const [name, backup, ...more] = args
  if (name === '--help' || name === '-h') return { name: 'help' }
  if ((name === 'create' || name === 'list') && backup === undefined) return { name }
  if (name === 'verify' && backup !== undefined && more.length === 0) return { name, backup }
  throw new UsageError(usage)
}
