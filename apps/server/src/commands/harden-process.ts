import { writeFileSync } from 'node:fs'

/**
 * Keeps other processes of this user, and core dumps, from the keys in this process's memory. Without a listener
 * SIGUSR1 opens Node's debugger on a local port. A core dump of Linux then holds no memory: proc(5), coredump_filter;
 * processes that this one starts inherit it.
 */
export function hardenProcess(): void {
  process.on('SIGUSR1', () => {})
  if (process.platform !== 'linux') return
  try {
    writeFileSync('/proc/self/coredump_filter', '0')
  } catch {
    // Without /proc, or in a sandbox that forbids it.
  }
}
