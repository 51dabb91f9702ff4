import { spawn } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { follow } from './follow.mjs'
import { root } from './root.mjs'

/** Installs the dependencies unless node_modules already holds what package-lock.json asks for. */
export async function install() {
  if (isInstalled()) return
  // No dependency needs its install script; --ignore-scripts says so to every version of npm.
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  await follow('Installing the dependencies', spawnNpm(args))
  if (!isInstalled()) {
    throw new Error('npm ci succeeded, but node_modules does not match package-lock.json.')
  }
  unlinkPinnedNode()
}

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
export function isInstalled(folder = root) {
  const wanted = readPackages(join(folder, 'package-lock.json'))
  const present = readPackages(join(folder, 'node_modules', '.package-lock.json'))
  if (!present) return false
  return Object.entries(wanted).every(([path, entry]) => {
    if (!path.includes('node_modules/') || !isForThisPlatform(entry)) return true
    const found = present[path]
    if (!found) return entry.optional === true && !entry.os
    return entry.link === true || (found.version === entry.version && found.integrity === entry.integrity)
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
