// One round: all workers run, the server is killed, it starts again by itself, and everything that it answered is
// checked.

import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { runProgram, sayProgram } from '../world/run-program.ts'
import { type StartedServer, startServer } from '../world/start-server.ts'
import { checkRecords, checkSecrets, checkVariables, removeUnknownSecrets } from './check-all.ts'
import { clientsOf, proveAgain } from './fixture.ts'
import type { Power } from './power.ts'
import type { SeededRandom } from './random.ts'
import type { StoredRows } from './stored-rows.ts'
import {
  expectRecordedRejection,
  importer,
  injector,
  type Round,
  reader,
  replacer,
  secretRotator,
  singleWriter,
  workUntilDisconnected,
} from './workers.ts'

type Settings = Readonly<Record<string, string>>

const verifyAudit = (settings: Settings) => sayProgram('audit verify', settings, [], { timeoutMs: 30_000 })

/** A second server on data that another one serves; it must end by itself. */
const startSecondServer = (settings: Settings) => sayProgram('serve', settings, [], { timeoutMs: 30_000 })

/** Starts a server and kills it during the start, or soon after. */
async function killDuringStart(settings: Settings, timeoutMs: number): Promise<void> {
  await runProgram('serve', settings, [], { timeoutMs })
}

export interface CrashRun extends Pick<Round, 'fixture' | 'expected' | 'secrets'> {
  readonly rows: StoredRows
  /** On SQLite, where the machine can take what was not synced. */
  readonly power: Power | undefined
  /** The power fails in one round of this number. */
  readonly powerCuts: number
}

export interface RoundResult {
  readonly server: StartedServer
  readonly problems: string[]
  readonly summary: string
}

const workers = [
  ...['ANN', 'BEN', 'CAT'].map(singleWriter),
  importer,
  replacer,
  secretRotator,
  reader,
  reader,
  injector,
  injector,
]

const roundOn = (server: StartedServer, run: CrashRun): Round => ({
  ...run,
  clients: clientsOf(server.url, run.fixture),
})

export async function runRound(
  server: StartedServer,
  run: CrashRun,
  chances: SeededRandom,
): Promise<RoundResult> {
  const round = roundOn(server, run)
  await proveAgain(round.clients, run.fixture)
  await expectRecordedRejection(round)
  const acting = Promise.all(workers.map((hand) => workUntilDisconnected(hand, round, chances.fork())))
  const aliveMs = chances.between(5, 900)
  await sleep(aliveMs)
  await server.kill()
  const acted = await acting
  const answers = run.expected.drainAnswers()
  const isCut = run.power !== undefined && chances.onceIn(run.powerCuts)
  const atRisk = isCut ? await run.power?.cut(chances) : await run.power?.flush()

  const chain = await checkChainAsLeft(server)
  if (chances.onceIn(4)) {
    await killDuringStart(server.settings, chances.between(20, 400))
    if (isCut) await run.power?.cut(chances)
  }
  const again = await server.startAgain()
  const next = roundOn(again, run)
  const [second, ...faults] = await Promise.all([
    checkSecondServer(again),
    checkRecords(answers, run.rows),
    checkVariables(next).then(async (problems) => [...problems, ...(await checkSecrets(next))]),
  ])
  await removeUnknownSecrets(next)
  const acts = acted.reduce((sum, result) => sum + result.acts, 0)
  return {
    server: again,
    problems: [
      ...acted.flatMap(({ problems }) => problems),
      ...(await chain.problems),
      ...second,
      ...faults.flat(),
    ],
    summary: `${isCut ? `without power (${atRisk} writes not synced)` : 'killed'} after ${aliveMs} ms and ${acts} acts, ${answers.length} records, ready again in ${Math.round(again.readyMs)} ms`,
  }
}

/**
 * Walks the chain as the crash left it. On SQLite a copy is walked while the server starts, so that the server finds
 * its folder unchanged; PostgreSQL cannot be copied, so there the start waits.
 */
async function checkChainAsLeft({
  dataDir,
  settings,
}: StartedServer): Promise<{ problems: Promise<string[]> }> {
  const faultsOf = async (environment: Readonly<Record<string, string>>) => {
    const { code, said } = await verifyAudit(environment)
    return code === 0 ? [] : [`The chain does not verify (${code}): ${said.trim().slice(0, 500)}`]
  }
  if (settings.DATABASE_URL) {
    const problems = await faultsOf(settings)
    return { problems: Promise.resolve(problems) }
  }
  const copy = await mkdtemp(join(tmpdir(), 'envhold-crash-'))
  await cp(dataDir, copy, { recursive: true })
  const problems = faultsOf({ ...settings, DATA_DIR: copy })
  return { problems: problems.finally(() => rm(copy, { recursive: true })) }
}

/** On SQLite a second server on the same folder ends immediately with the reason; PostgreSQL serves any number. */
async function checkSecondServer({ settings }: StartedServer): Promise<string[]> {
  if (settings.DATABASE_URL) return []
  const { code, said } = await startSecondServer(settings)
  const isRefused = code === 75 && said.includes('Another Envhold process is using the data folder')
  return isRefused ? [] : [`A second server on the same folder ended with ${code}: ${said.slice(0, 500)}`]
}

/** A server that is killed during its very first start, on an empty folder, starts by itself the next time. */
export async function crashFirstStart(chances: SeededRandom): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'envhold-crash-'))
  try {
    const settings = { DATA_DIR: folder, PORT: '0' }
    await killDuringStart(settings, chances.between(50, 500))
    const server = await startServer({ engine: 'sqlite', settings })
    await server.stop()
    return []
  } catch (error) {
    return [`After a kill at the very first start: ${error instanceof Error ? error.message : String(error)}`]
  } finally {
    await rm(folder, { recursive: true })
  }
}
