import { readdirSync, readFileSync } from 'node:fs'

/** Linux: the processes that a process has started. */
function childrenOf(pid: number): number[] {
  const parentOf = (process: string): number => {
    try {
      const stat = readFileSync(`/proc/${process}/stat`, 'latin1')
      return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
    } catch {
      return 0
    }
  }
  const processes =
    process.platform === 'linux' ? readdirSync('/proc').filter((name) => /^\d+$/.test(name)) : []
  return processes.filter((name) => parentOf(name) === pid).map(Number)
}

/** Kills a process and those that it has started at once, as a power failure does. */
export function killProcesses(pid: number): void {
  for (const each of [pid, ...childrenOf(pid)])
    try {
      process.kill(each, 'SIGKILL')
    } catch {
      // It has ended by itself.
    }
}
