// `npm run soak -- 8h`: a server in use for hours. Pipelines, people and an operator call it, backups are made, the
// clock jumps, and in the first hour it is restarted and killed. Then memory, handles and the write-ahead log may grow
// by at most 1 % an hour. Prints a table, and writes the samples and a picture of them.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { openBeside, secretsOf } from '../faults/open-beside.ts'
import { clockArgs, setClock } from '../faults/server-clock.ts'
import { runProgram } from '../world/run-program.ts'
import { type StartedServer, startServer } from '../world/start-server.ts'
import { turnOffOperatorFactor } from '../world/turn-off-operator-factor.ts'
import { growthAnHour, readDuration } from './growth.ts'
import { pictureOf } from './picture.ts'
import { readSample, type Sample } from './sample.ts'
import { startUsers } from './users.ts'

const hour = 3_600_000
const maxGrowth = 0.01
const maxSamples = 2_000
const minSampleMs = 5_000

const { values, positionals } = parseArgs({
  options: {
    engine: { type: 'string', default: 'sqlite' },
    out: { type: 'string', default: 'build/soak' },
  },
  allowPositionals: true,
})
const { out, engine } = values
if (engine !== 'sqlite' && engine !== 'postgres') throw new RangeError('--engine is sqlite or postgres')
const durationMs = readDuration(positionals[0] ?? '30m')
/** What begins only then is not growth: caches fill, and a restart would hide what grows. */
const warmUpMs = Math.min(hour, durationMs / 3)
const stepMs = Math.max(minSampleMs, durationMs / maxSamples)
const print = (line: string) => process.stdout.write(`${line}\n`)

const columns = [
  ['memory', 'MiB', 'memoryMiB'],
  ['handles', '', 'handles'],
  ['write-ahead log', 'MiB', 'walMiB'],
  ['data', 'MiB', 'dataMiB'],
  ['p99', 'ms', 'p99'],
] as const satisfies readonly (readonly [string, string, keyof Sample])[]
/** Data grows with each call, which is on record, and p99 is that of a busy machine. */
const bounded: readonly string[] = ['memory', 'handles', 'write-ahead log']

interface Step {
  readonly atMs: number
  readonly name: string
  readonly run: (server: StartedServer) => Promise<StartedServer>
}

const jump = (minutes: number) => async (server: StartedServer) => {
  await setClock(server, minutes * 60_000)
  return server
}
const restart = (end: 'end' | 'kill') => async (server: StartedServer) => {
  await server[end]()
  return await server.startAgain()
}

/** What is done to the server, and when. */
const steps: Step[] = [
  { atMs: warmUpMs * 0.3, name: 'killed', run: restart('kill') },
  { atMs: warmUpMs * 0.6, name: 'restarted', run: restart('end') },
  ...[0.45, 0.75].flatMap((share) => [
    { atMs: durationMs * share, name: '5 min ahead', run: jump(5) },
    { atMs: durationMs * (share + 0.05), name: '5 min behind', run: jump(-5) },
    { atMs: durationMs * (share + 0.1), name: 'right time', run: jump(0) },
  ]),
]

async function openOperatorArea({ settings }: StartedServer): Promise<void> {
  const { db, close } = openBeside(settings)
  await turnOffOperatorFactor(db, await secretsOf(settings))
  await close()
}

async function soak(settings: Readonly<Record<string, string>>) {
  const options = { engine: engine as 'sqlite' | 'postgres', nodeArgs: clockArgs, hasFixedPort: true }
  let server = await startServer({ ...options, settings })
  const users = await startUsers(server.url)
  await openOperatorArea(server)
  const started = performance.now()
  const samples: Sample[] = []
  const done: { hours: number; name: string; isRestart: boolean }[] = []
  try {
    for (let elapsed = 0; elapsed < durationMs; elapsed = performance.now() - started) {
      const next = steps[0]
      if (next && elapsed >= next.atMs) {
        steps.shift()
        server = await next.run(server)
        const hours = (performance.now() - started) / hour
        done.push({ hours, name: next.name, isRestart: next.atMs < warmUpMs })
      }
      await sleep(stepMs)
      samples.push(readSample(server, (performance.now() - started) / hour, users))
    }
    await users.stop()
    await server.end()
    return { samples, done, verified: await runProgram('verify', server.settings) }
  } finally {
    await server.stop()
  }
}

const clockFolder = mkdtempSync(join(tmpdir(), 'envhold-soak-'))
const { samples, done, verified } = await soak({
  SET_CLOCK: join(clockFolder, 'clock'),
  LOG_LEVEL: 'error',
  BACKUP_EVERY_HOURS: '1',
  BACKUPS_RETAINED: '2',
})
rmSync(clockFolder, { recursive: true })

const steadyFrom = Math.max(
  warmUpMs / hour,
  ...done.filter(({ isRestart }) => isRestart).map(({ hours }) => hours),
)
const steady = samples.filter(({ hours }) => hours > steadyFrom)
const curves = columns.map(([name, unit, column]) => ({
  name,
  unit,
  points: samples.map((sample) => ({ hours: sample.hours, value: sample[column] })),
}))
mkdirSync(out, { recursive: true })
writeFileSync(join(out, 'soak.svg'), pictureOf(curves, done))
writeFileSync(join(out, 'soak.json'), `${JSON.stringify({ engine, done, samples }, null, 1)}\n`)

/** `3 ECONNREFUSED, 1 UNAVAILABLE`, or `0`. */
function formatFailures(of: readonly Sample[]): string {
  const counts = Map.groupBy(
    of.flatMap(({ failures }) => failures),
    (failure) => failure,
  )
  return [...counts].map(([failure, all]) => `${all.length} ${failure}`).join(', ') || '0'
}

const calls = samples.reduce((sum, sample) => sum + sample.calls, 0)
const restarted = samples.filter((sample) => !steady.includes(sample))
print(`${calls.toLocaleString('en')} calls in ${positionals[0] ?? '30m'}, ${engine}`)
print(`Failed while it was restarted: ${formatFailures(restarted)}; after that: ${formatFailures(steady)}\n`)
print('| what | first | last | growth an hour | goal |\n|---|---:|---:|---:|---|')
let missed = 0
for (const [name, unit, column] of columns) {
  const growth = growthAnHour(steady.map((sample) => ({ hours: sample.hours, value: sample[column] })))
  const isBounded = bounded.includes(name)
  const isReached = growth <= maxGrowth
  if (isBounded && !isReached) missed++
  const [first, last] = [steady[0], steady.at(-1)].map((sample) =>
    `${(sample?.[column] ?? 0).toFixed(1)} ${unit}`.trim(),
  )
  const goal = isBounded ? `≤ ${maxGrowth * 100} % ${isReached ? 'reached' : 'MISSED'}` : ''
  print(`| ${name} | ${first} | ${last} | ${(growth * 100).toFixed(2)} % | ${goal} |`)
}
print(`\n${verified.out.trim().split('\n').at(-1)}`)
print(`The picture and the samples are in ${out}`)
process.exitCode = missed === 0 && verified.code === 0 ? 0 : 1
