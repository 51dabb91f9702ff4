import { readdirSync, readFileSync } from 'node:fs'

const everyMs = 250
/** Linux counts processor time in ticks of 10 ms. */
const ticksPerSecond = 100

/** What a command line runs, by the first pattern that it matches. */
const kinds: readonly (readonly [string, RegExp])[] = [
  ['PostgreSQL', /postgres/],
  ['Chromium, pages', /--type=renderer/],
  ['Chromium, other', /chrom/],
  ['Vitest, workers', /vitest\/dist\/workers/],
  ['Vitest', /vitest/],
  ['Playwright, workers', /playwright\/lib\/(?:common\/)?(?:worker\/)?process/],
  ['Playwright', /playwright/],
  ['servers', /envhold-server\/server\/main\.js serve/],
  ['servers of journeys', /instance-host/],
  ['tools of the server', /envhold-server\/server\//],
  ['command lines', /envhold\.mjs/],
]

/** The program of a command line, and the script that it runs if its first argument is one. */
const programOf = (command: string): string =>
  command
    .split(' ', 2)
    .filter((word, index) => index === 0 || /\.[cm]?[jt]s$/.test(word))
    .map((word) => word.slice(word.lastIndexOf('/') + 1))
    .join(' ')

export interface Sample {
  readonly kind: string
  readonly processes: number
  readonly seconds: number
}

/**
 * Watches the processor time of this machine's processes by kind, on Linux. A process that lives for less than a
 * quarter of a second may be missed.
 */
export function sampleProcesses(): { readonly stop: () => Sample[] } {
  const seen = new Map<string, { command: string; ticks: number; before: number }>()
  const look = (isFirst: boolean) => {
    for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
      const process = readProcess(pid)
      if (!process) continue
      const known = seen.get(process.id)
      const before = known?.before ?? (isFirst ? process.ticks : 0)
      seen.set(process.id, {
        command: process.command || (known?.command ?? ''),
        ticks: process.ticks,
        before,
      })
    }
  }
  try {
    look(true)
  } catch {
    // Not Linux.
    return { stop: () => [] }
  }
  const timer = setInterval(look, everyMs, false).unref()
  return {
    stop: () => {
      clearInterval(timer)
      look(false)
      const sums = new Map<string, { processes: number; ticks: number }>()
      for (const { command, ticks, before } of seen.values()) {
        const kind = kinds.find(([, pattern]) => pattern.test(command))?.[0] ?? programOf(command)
        const sum = sums.get(kind) ?? { processes: 0, ticks: 0 }
        sums.set(kind, { processes: sum.processes + 1, ticks: sum.ticks + ticks - before })
      }
      return [...sums]
        .map(([kind, { processes, ticks }]) => ({ kind, processes, seconds: ticks / ticksPerSecond }))
        .sort((left, right) => right.seconds - left.seconds)
    },
  }
}

/** Reads /proc/PID: proc(5). Undefined if the process has ended. */
function readProcess(pid: string): { id: string; command: string; ticks: number } | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const [user = '0', system = '0', started = ''] = [fields[11], fields[12], fields[19]]
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
    return { id: `${pid} ${started}`, command, ticks: Number(user) + Number(system) }
  } catch {
    return undefined
  }
}
