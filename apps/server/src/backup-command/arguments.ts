import { parseArgs } from 'node:util'
import { UsageError } from '../verify/read-heads.ts'

export interface RevocationOptions {
  /** A log of the server, kept elsewhere. */
  readonly log: string | undefined
  readonly reapply: boolean
}

export type Command =
  | { readonly name: 'help' | 'create' | 'list' }
  | { readonly name: 'verify'; readonly backup: string }
  | RestoreCommand
  | RevocationsCommand

export interface RestoreCommand extends RevocationOptions {
  readonly name: 'restore'
  readonly backup: string
}

export interface RevocationsCommand extends RevocationOptions {
  readonly name: 'revocations'
  /** The database was restored by hand, and no server has accepted it yet. */
  readonly acceptRestored: boolean
  /** The SQLite file that a restore replaced. */
  readonly replaced: string | undefined
}

export const usage = `Usage: npm run backup -- create
       npm run backup -- list
       npm run backup -- verify NAME | PATH
       npm run backup -- restore NAME | PATH [--log FILE] [--reapply]
       npm run backup -- revocations [--accept-restored] [--replaced FILE] [--log FILE] [--reapply]

  create       back up the database into DATA_DIR/backups, beside a running server
  list         list the backups, the newest first
  verify       verify a backup in the list by its name, or any backup by its path, such as
               ./envhold-20261122T140000Z.db, with the .json file beside it. The path needs the server secret, but no
               database.
  restore      put a backup in the place of the database, and list what was revoked after it was made. Stop the server
               first. SQLite: the replaced database stays in DATA_DIR/before-restore-TIME. PostgreSQL: DATABASE_URL is
               an empty database, and REPLACED_DATABASE_URL the replaced one, if it still answers.
  revocations  list what was revoked after the backup that was restored, and works again
    --accept-restored the database was restored by hand, and the server was not started since
    --replaced FILE   the SQLite database that was replaced; with PostgreSQL, set REPLACED_DATABASE_URL
    --log FILE        a log of the server, kept elsewhere: what was revoked is in its lines
    --reapply         revoke all of it again; with SQLite, stop the server first

The server secret is not in a backup. Store it in another place: without it a backup opens nothing.
Exit codes: 0 done, 1 not done or not valid, 2 invalid arguments.`

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        log: { type: 'string' },
        replaced: { type: 'string' },
        reapply: { type: 'boolean', default: false },
        'accept-restored': { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    })
  } catch {
    throw new UsageError(usage)
  }
}

/** @throws UsageError */
export function parseCommand(args: readonly string[]): Command {
  const { values, positionals } = parse(args)
  if (values.help) return { name: 'help' }
  const [name, backup, ...more] = positionals
  const { log, replaced, reapply, 'accept-restored': acceptRestored } = values
  if (more.length > 0) throw new UsageError(usage)
  if (name === 'revocations' && backup === undefined) return { name, replaced, log, reapply, acceptRestored }
  if (replaced !== undefined || acceptRestored) throw new UsageError(usage)
  if (name === 'restore' && backup !== undefined) return { name, backup, log, reapply }
  if (log !== undefined || reapply) throw new UsageError(usage)
  if ((name === 'create' || name === 'list') && backup === undefined) return { name }
  if (name === 'verify' && backup !== undefined) return { name, backup }
  throw new UsageError(usage)
}
