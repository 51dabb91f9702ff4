import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { root } from './root.mjs'

/** The environment in which `node` and the tools' commands are the pinned ones. */
export function pinnedEnvironment(node) {
  const path = [dirname(node), join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter)
  return { ...process.env, PATH: path }
}

/** Runs the pinned Node in this process's place: same terminal, same signals, same exit code. */
export async function handOver(node, args) {
  const child = spawn(node, args, { cwd: root, stdio: 'inherit', env: pinnedEnvironment(node) })
  const signals = ['SIGTERM', 'SIGHUP', 'SIGINT']
  for (const signal of signals) {
    // A Ctrl-C in a terminal reaches the child by itself; a second one would cut its graceful stop short.
    process.on(signal, () => (signal === 'SIGINT' && process.stdin.isTTY ? undefined : child.kill(signal)))
  }
  const [code, signal] = await new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('exit', (...end) => resolve(end))
  })
  process.exit(signal ? 128 + constants.signals[signal] : code)
}
