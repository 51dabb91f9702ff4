import { parseArgs } from 'node:util'
import { UsageError } from '../verify/read-heads.ts'

export type Command =
  | { readonly name: 'help' }
  | { readonly name: 'move'; readonly url: string | undefined }
  | { readonly name: 'back'; readonly url: string | undefined; readonly acceptLoss: boolean }

export const usage = `Usage: npm run move -- [postgres://USER@HOST/DATABASE]
       npm run move -- --back [--accept-loss] [postgres://USER@HOST/DATABASE]

Copies the instance in DATA_DIR to an empty PostgreSQL database, verifies the copy, and marks the data folder as moved.
Stop the server first. Without a URL it uses DATABASE_URL; the password of a URL is read from the terminal or from
standard input.

  --back          use the data folder again, if nothing was written to the PostgreSQL database since
  --accept-loss   even if something was, or if that database does not answer: what was written there is lost

Exit codes: 0 done, 1 not done, 2 invalid arguments.`

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        back: { type: 'boolean', default: false },
        'accept-loss': { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    })
  } catch {
    // The message would quote the argument, which may be a URL with a password.
    throw new UsageError(usage)
  }
}

/** @throws UsageError */
export function parseCommand(args: readonly string[]): Command {
  const { values, positionals } = parse(args)
  if (values.help) return { name: 'help' }
  const [url, ...more] = positionals
  const acceptLoss = values['accept-loss']
  if (more.length > 0 || (acceptLoss && !values.back)) throw new UsageError(usage)
  return values.back ? { name: 'back', url, acceptLoss } : { name: 'move', url }
}
