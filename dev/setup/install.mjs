import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { follow } from './follow.mjs'
import { root } from './root.mjs'

/**
 * Installs what package-lock.json asks for, unless node_modules has it already: everything, or what builds and runs the
 * server. The second leaves out the devDependencies, and files that only editors and type checkers read.
 */
export async function install({ all }) {
  if (isInstalled(root, { all })) return
  if (all && existsSync(prunedMark(root))) removePruned()
  // No dependency needs its install script; --ignore-scripts says so to every version of npm.
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  // In a folder that has something, `npm ci` would remove it, with the Node under a running server.
  const how = existsSync(join(root, 'node_modules')) ? ['install', '--no-save'] : ['ci']
  await follow('Installing the dependencies', spawnNpm([...how, ...(all ? [] : ['--omit=dev']), ...quiet]))
  if (!isInstalled(root, { all })) {
    throw new Error(
      'npm succeeded, but node_modules does not match package-lock.json: remove it, and try again.',
    )
  }
  unlinkPinnedNode()
  if (!all) prune()
}

const prunedMark = (folder) => join(folder, 'node_modules', '.cache', 'envhold', 'pruned')

/** Declarations, source maps and C headers: two fifths of what the server is built from. */
const unread = /\.(d\.[cm]?ts|map|h)$/

/** Removes what neither a build nor a running server reads. */
export function prune(folder = root) {
  mkdirSync(dirname(prunedMark(folder)), { recursive: true })
  writeFileSync(prunedMark(folder), '')
  for (const place of placesOf(folder)) {
    for (const entry of readdirSync(place, { recursive: true, withFileTypes: true })) {
      if (entry.isFile() && unread.test(entry.name)) rmSync(join(entry.parentPath ?? entry.path, entry.name))
    }
  }
}

/** Removes packages that lack files, so that npm installs them again. The pinned Node may be running. */
export function removePruned(folder = root) {
  for (const place of placesOf(folder)) {
    for (const name of readdirSync(place)) {
      const stays = name === '.cache' || /^node-(bin|linux|darwin|win)-/.test(name)
      if (!stays) rmSync(join(place, name), { recursive: true })
    }
  }
  rmSync(prunedMark(folder))
}

/** The folders with packages: that of the checkout, and those of workspaces that need another version of one. */
const placesOf = (folder) =>
  [
    '.',
    ...['apps', 'packages'].flatMap((kind) =>
      readdirIfThere(join(folder, kind)).map((name) => join(kind, name)),
    ),
  ]
    .map((path) => join(folder, path, 'node_modules'))
    .filter((path) => existsSync(path))

const readdirIfThere = (path) => (existsSync(path) ? readdirSync(path) : [])

/**
 * npm links the pinned Node into node_modules/.bin. There it precedes the system's Node in every npm script, even if
 * it cannot run on this system, and dev/setup could not report why.
 */
export function unlinkPinnedNode(folder = root) {
  for (const name of ['node', 'node.cmd', 'node.ps1']) {
    rmSync(join(folder, 'node_modules', '.bin', name), { force: true })
  }
}

function spawnNpm(args) {
  const options = { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] }
  const script = process.env.npm_execpath
  if (script?.endsWith('.js')) return spawn(process.execPath, [script, ...args], options)
  return spawn('npm', args, { ...options, shell: process.platform === 'win32' })
}

/** npm stores a list of what it installed in node_modules; it is compared with the lock file. */
export function isInstalled(folder, { all }) {
  if (all && existsSync(prunedMark(folder))) return false
  const locked = readPackages(join(folder, 'package-lock.json'))
  const present = readPackages(join(folder, 'node_modules', '.package-lock.json'))
  if (!present) return false
  return Object.entries(locked).every(([path, entry]) => {
    if (!path.includes('node_modules/') || !isForThisPlatform(entry)) return true
    if (entry.dev === true && !all) return true
    const installed = present[path]
    if (!installed) return entry.optional === true && !entry.os
    return (
      entry.link === true || (installed.version === entry.version && installed.integrity === entry.integrity)
    )
  })
}

function readPackages(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8')).packages
  } catch (error) {
    if (error.code === 'ENOENT') return undefined
    throw error
  }
}

function isForThisPlatform({ os, cpu, libc }) {
  const fits = (list, value) => !list || list.includes(value)
  return fits(os, process.platform) && fits(cpu, process.arch) && !libc
}
