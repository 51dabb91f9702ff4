/**
 * `envhold`, the command line. One command, one file in `commands/`, named as typed. This file alone is `dist/envhold.mjs`; all
 * the rest is bundled into `dist/commands.mjs`, whose modules are evaluated only when they are imported. So `envhold --version`
 * compiles nothing but the lines below, and everything else is compiled with the cache on, where Node has one.
 */
import { writeSync } from 'node:fs'
import manifest from '../package.json' with { type: 'json' }
import { enableCompileCache } from './config/compile-cache.ts'

const words = process.argv.slice(2)

if (words.length === 1 && ['--version', '-V', '-v', 'version'].includes(words[0] ?? '')) {
  // Opening process.stdout costs more than all the rest of this.
  writeSync(1, `${manifest.version}\n`)
} else {
  enableCompileCache()
  const { dispatch } = await import('./dispatch.ts')
  // Setting the code instead of leaving lets pending output reach its pipe.
  process.exitCode = await dispatch(words)
}
