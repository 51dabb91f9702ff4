/** The start of each process of `envhold-server`. Its commands are in `commands/`; `serve` is the server. */
// Older versions of Node lack some of the names in it, and could not even say so.
import module from 'node:module'
import { join } from 'node:path'
import { hardenProcess } from './commands/harden-process.ts'
import { endOnSignals } from './commands/with-clean-up.ts'
import { isRelease } from './installation.ts'

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 24 || (major === 24 && minor < 7)) {
  process.stderr.write(`Envhold needs Node 24.7 or newer, and this is Node ${process.versions.node}.\n`)
  process.exit(78)
}

hardenProcess()
endOnSignals()
// Stores compiled code for the next start: this saves half the start-up time, and the memory of the compiler. The
// cache is in the installation itself, because in a shared folder others could replace our code. A release gains
// nothing from it, and may be read-only.
if (!isRelease)
  module.enableCompileCache(join(import.meta.dirname, '../../../node_modules/.cache/envhold/compiled'))

if (process.getuid?.() === 0) {
  const { becomeDataOwner } = await import('./config/data-owner.ts')
  const problem = becomeDataOwner()
  if (problem) {
    process.stderr.write(`${problem}\n`)
    process.exit(78)
  }
}

const { dispatch } = await import('./commands/dispatch.ts')
const exitCode = await dispatch(process.argv.slice(2), {
  info: (line) => void process.stdout.write(`${line}\n`),
  warn: (line) => void process.stderr.write(`${line}\n`),
})
if (exitCode !== undefined) process.exit(exitCode)
