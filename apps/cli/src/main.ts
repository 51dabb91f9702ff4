/**
 * `envhold`, the command line. One command is one file in `commands/`, named as typed. This file alone becomes
 * `dist/envhold.mjs`; everything else is bundled into `dist/commands.mjs`, whose modules are evaluated only when they
 * are imported. So `envhold --version` compiles only the lines below, and everything else is compiled with the cache
 * on, where Node has one.
 */
import { writeSync } from 'node:fs'
import manifest from '../package.json' with { type: 'json' }
import { enableCompileCache } from './config/compile-cache.ts'

const words = process.argv.slice(2)

const isVersion = words.length === 1 && ['--version', '-V', '-v', 'version'].includes(words[0] ?? '')

/** Opening process.stdout takes longer than everything else here. @returns whether it was written */
const printVersion = (): boolean => {
  try {
    writeSync(1, `${manifest.version}\n`)
    return true
  } catch {
    return false
  }
}

// What it could not write is reported below.
if (!isVersion || !printVersion()) {
  enableCompileCache()
  const { dispatch } = await import('./dispatch.ts')
  // Setting the code instead of exiting lets pending output reach its pipe.
  process.exitCode = await dispatch(words)
}
