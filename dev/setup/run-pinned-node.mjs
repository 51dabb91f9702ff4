import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { root } from './root.mjs'

/** The environment in which `node` and the tools' commands are the pinned ones. */
export function pinnedEnvironment(node) {
  const path = [dirname(node), join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter)
  // Stores compiled code from one start to the next.
  const compiled = join(root, 'node_modules', '.cache', 'envhold', 'compiled')
  return { ...process.env, PATH: path, NODE_COMPILE_CACHE: compiled }
}

/**
 * Runs the pinned Node in place of this process: same terminal, same signals, same exit code. With `onMessage` it can
 * send messages to this one.
 */
export async function runPinnedNode(node, args, settings = {}, onMessage = undefined) {
  const env = { ...pinnedEnvironment(node), ...settings }
  const channel = onMessage ? ['ipc'] : []
  const stdio = ['inherit', 'inherit', 'inherit', ...channel]
  const child = spawn(node, args, { cwd: root, stdio, env })
  if (onMessage) child.on('message', onMessage)
  const signals = ['SIGTERM', 'SIGHUP', 'SIGINT']
  for (const signal of signals) {
    // A Ctrl-C in a terminal reaches the child directly; a second one would interrupt its graceful stop.
    process.on(signal, () => (signal === 'SIGINT' && process.stdin.isTTY ? undefined : child.kill(signal)))
  }
  if (process.env.npm_lifecycle_event) stopWithShell(child)
  const [code, signal] = await new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('exit', (...end) => resolve(end))
  })
  process.exit(signal ? 128 + constants.signals[signal] : code)
}

/** npm forwards a signal to its shell, and some shells end without forwarding it. */
function stopWithShell(child) {
  const shell = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === shell) return
    clearInterval(timer)
    child.kill('SIGTERM')
  }, 200)
  timer.unref()
}
