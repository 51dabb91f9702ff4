import type { ActivityWorld } from './activity-world.ts'

const print = (line: string) => process.stdout.write(`${line}\n`)

/** How long other callers wait for the smallest response while something long is running. */
async function waitsDuring<T>({ server }: ActivityWorld, work: () => Promise<T>): Promise<[T, number[]]> {
  const waits: number[] = []
  let isOver = false
  const look = async () => {
    while (!isOver) {
      const started = performance.now()
      await (await fetch(`${server.url}/api/health/live`)).text()
      waits.push(performance.now() - started)
    }
  }
  const looking = look()
  const result = await work().finally(() => {
    isOver = true
  })
  await looking
  return [result, waits.toSorted((left, right) => left - right)]
}

const told = (waits: readonly number[]) => {
  const at = (share: number) => waits[Math.min(waits.length - 1, Math.floor(waits.length * share))] ?? 0
  return `others wait ${at(0.5).toFixed(1)} ms (p50), ${at(0.99).toFixed(1)} ms (p99), ${at(1).toFixed(0)} ms at most`
}

/** An export of everything, and a search over everything: how long they take, and what other callers notice. */
export async function measureLongAnswers(world: ActivityWorld): Promise<void> {
  const headers = { authorization: `Bearer ${world.token}` }
  const read = async (path: string) => {
    const started = performance.now()
    const answer = await fetch(`${world.server.url}/api${path}`, { headers })
    let bytes = 0
    let lines = 0
    for await (const chunk of answer.body ?? []) {
      bytes += chunk.length
      for (const byte of chunk) if (byte === 10) lines++
    }
    return { seconds: (performance.now() - started) / 1_000, bytes, lines }
  }
  print('')
  for (const [name, path] of [
    ['a CSV file of all calls', '/activity/api-usage/export?timeRange=90d'],
    ['calls searched for', '/activity/api-usage?timeRange=90d&search=staging'],
    ['the same again', '/activity/api-usage?timeRange=90d&search=staging'],
    ['activity searched for', '/activity/logs?timeRange=90d&search=service_77'],
  ] as const) {
    const [{ seconds, bytes, lines }, waits] = await waitsDuring(world, () => read(path))
    print(`${name}: ${seconds.toFixed(2)} s, ${(bytes / 1e6).toFixed(1)} MB, ${lines} lines; ${told(waits)}`)
  }
}
