import { execFileSync } from 'node:child_process'
import { availableParallelism } from 'node:os'

/** Where the measured server runs, and where the load and everything else does. */
export const serverCore = 0
export const loadCore = 1

const canPin = process.platform === 'linux' && availableParallelism() > 1

export const placement = canPin ? 'server and load on a core each' : 'server and load share their cores'

/** A command that keeps to one core; as it is where that cannot be had. */
export function onCore(core: number, command: [string, ...string[]]): [string, ...string[]] {
  return canPin ? ['taskset', '-c', String(core), ...command] : command
}

/** Keeps a process that runs already, with all its threads, on one core. */
export function pin(pid: number, core: number): void {
  if (canPin) execFileSync('taskset', ['-acp', String(core), String(pid)], { stdio: 'ignore' })
}
