/**
 * Kills a real server repeatedly while clients work with it, and checks whether anything that it answered is lost:
 * `node dev/crash/crash.ts [--rounds 25] [--power-cuts 5] [--engine sqlite|postgres] [--seed N]`. In one of five rounds
 * on SQLite the power fails: what was not synced is lost, or a part of it. The seed repeats what is done and when the
 * server is killed; what the server was doing at that moment depends on the machine.
 */
import { randomInt } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startServer } from '../world/start-server.ts'
import { createExpectedSecrets } from './expected-secrets.ts'
import { createExpectedState } from './expected-state.ts'
import { createFixture } from './fixture.ts'
import { canCutPower, installPower } from './power.ts'
import { seededRandom } from './random.ts'
import { type CrashRun, crashFirstStart, runRound } from './round.ts'
import { storedRows } from './stored-rows.ts'

const { values: optionValues } = parseArgs({
  options: {
    rounds: { type: 'string', default: '25' },
    'power-cuts': { type: 'string', default: '5' },
    engine: { type: 'string', default: 'sqlite' },
    seed: { type: 'string', default: String(randomInt(1_000_000)) },
  },
})
const rounds = Number(optionValues.rounds)
const powerCuts = Number(optionValues['power-cuts'])
const seed = Number(optionValues.seed)
const engine = optionValues.engine === 'postgres' ? 'postgres' : 'sqlite'
if (
  !Number.isSafeInteger(rounds) ||
  rounds < 1 ||
  !Number.isSafeInteger(powerCuts) ||
  powerCuts < 1 ||
  !Number.isSafeInteger(seed) ||
  optionValues.engine !== engine
) {
  console.error(
    'Usage: node dev/crash/crash.ts [--rounds N] [--power-cuts N] [--engine sqlite|postgres] [--seed N]',
  )
  process.exit(64)
}

/** What hangs has failed. */
const inTime = <T>(work: Promise<T>): Promise<T> =>
  Promise.race([
    work,
    sleep(60_000, undefined, { ref: false }).then(() => {
      throw new Error('This took more than a minute')
    }),
  ])

console.log(`Crash test: ${rounds} rounds on ${engine}, seed ${seed}`)
const counts = { passed: 0, failed: 0 }
const dataDir =
  engine === 'sqlite' && canCutPower ? await mkdtemp(join(tmpdir(), 'envhold-crash-')) : undefined
const power = dataDir === undefined ? undefined : await installPower(dataDir)
if (!power) console.log('The power does not fail: that needs SQLite, Linux and a C compiler.')
const settings = { LOG_LEVEL: 'error', ...(dataDir && { DATA_DIR: dataDir }), ...power?.settings }
let server = await startServer({ engine, settings })
try {
  const run: CrashRun = {
    fixture: await inTime(createFixture(server.url)),
    expected: createExpectedState(),
    secrets: createExpectedSecrets(),
    ...{ power, powerCuts },
    rows: storedRows({ databaseUrl: server.settings.DATABASE_URL, dataDir: server.dataDir }),
  }
  const random = seededRandom(seed)
  for (let round = 1; round <= rounds; round++) {
    const result = await inTime(runRound(server, run, random))
    server = result.server
    const atFirstStart = engine === 'sqlite' && round % 5 === 0 ? await inTime(crashFirstStart(random)) : []
    const problems = [...result.problems, ...atFirstStart]
    counts[problems.length === 0 ? 'passed' : 'failed']++
    console.log(`  ${String(round).padStart(3)}  ${result.summary}`)
    for (const problem of problems) console.log(`       ✗ ${problem}`)
  }
} catch (error) {
  // It did not start again, or could not be queried: the other rounds cannot run.
  counts.failed++
  console.error(error)
} finally {
  await server.stop()
  await power?.remove()
  if (dataDir) await rm(dataDir, { recursive: true })
}
console.log(`${counts.passed} passed, ${counts.failed} failed`)
process.exit(counts.failed === 0 ? 0 : 1)
