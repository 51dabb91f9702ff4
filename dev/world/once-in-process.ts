const done = globalThis as { envholdDone?: Set<string> }

/**
 * Does something to this process once. Set-up files of Vitest run again for each test file, also where files share
 * their process.
 */
export function onceInProcess(name: string, work: () => void): void {
  done.envholdDone ??= new Set()
  if (done.envholdDone.has(name)) return
  done.envholdDone.add(name)
  work()
}
