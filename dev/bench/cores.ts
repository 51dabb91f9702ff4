import { execFileSync } from 'node:child_process'
import { availableParallelism } from 'node:os'

/** On which cores the measured server, the load and everything else run. */
export const serverCore = 0
export const loadCore = 1

const canPin = process.platform === 'linux' && availableParallelism() > 1

export const placement = canPin ? 'server and load on a core each' : 'server and load share their cores'

/** A command that stays on one core; unchanged where that is not possible. */
export function onCore(core: number, command: [string, ...string[]]): [string, ...string[]] {
  return canPin ? ['taskset', '-c', String(core), ...command] : command
}

/** Pins a running process, with all its threads, to one core. */
export function pin(pid: number, core: number): void {
  if (canPin) execFileSync('taskset', ['-acp', String(core), String(pid)], { stdio: 'ignore' })
}
