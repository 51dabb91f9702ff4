import { UsageError } from '../verify/read-heads.ts'

export type Command = 'new' | 'rotate' | 'help'

export const usage = `Usage: npm run server-secret -- new
       npm run server-secret -- rotate

  new      print a new server secret, to be put before the present one: SERVER_SECRET=NEW,PRESENT
  rotate   move everything that is stored to the newest secret, so that the others can be removed

With SQLite stop the server before rotate. With PostgreSQL every node must have both secrets.
Exit codes: 0 done, 1 not done, 2 invalid arguments.`

/** @throws UsageError */
export function parseCommand(args: readonly string[]): Command {
  const [name, ...more] = args
  if (more.length === 0 && (name === 'new' || name === 'rotate')) return name
  if (name === '--help' || name === '-h') return 'help'
  throw new UsageError(usage)
}
