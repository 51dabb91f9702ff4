/**
 * `envhold`, the command line. One command, one file in `commands/`, named as typed. The whole tool is bundled into one
 * file whose modules are evaluated only when they are imported: `envhold --version` runs nothing but the lines below, and a
 * command that makes no call never loads the schemas of the API.
 */
import { writeSync } from 'node:fs'
import manifest from '../package.json' with { type: 'json' }

const words = process.argv.slice(2)

if (words.length === 1 && (words[0] === '--version' || words[0] === '-V')) {
  // Opening process.stdout costs more than all the rest of this.
  writeSync(1, `${manifest.version}\n`)
} else {
  const { dispatch } = await import('./dispatch.ts')
  // Setting the code instead of leaving lets pending output reach its pipe.
  process.exitCode = await dispatch(words)
}
