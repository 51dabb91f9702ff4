// One round: everybody acts, the server dies without a warning, it starts again by itself, and all that it answered
// is looked for.

import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type StartedServer, startServer } from '../world/start-server.ts'
import { checkRecords, checkSecrets, checkVariables, removeUnknownSecrets } from './check-all.ts'
import { doorsOf } from './fixture.ts'
import { killOnTheWayUp, openSecond, verifyAudit } from './processes.ts'
import type { Chances } from './random.ts'
import type { StoredRows } from './stored-rows.ts'
import {
  actUntilDeath,
  importer,
  injector,
  locksmith,
  reader,
  refusedOnRecord,
  replacer,
  type Stage,
  singleWriter,
} from './workers.ts'

export interface Play extends Pick<Stage, 'scene' | 'ledger' | 'secrets'> {
  readonly rows: StoredRows
}

export interface RoundResult {
  readonly server: StartedServer
  readonly problems: string[]
  readonly told: string
}

const hands = [
  ...['ANN', 'BEN', 'CAT'].map(singleWriter),
  importer,
  replacer,
  locksmith,
  reader,
  reader,
  injector,
  injector,
]

const stageOn = (server: StartedServer, play: Play): Stage => ({
  ...play,
  doors: doorsOf(server.url, play.scene),
})

export async function playRound(server: StartedServer, play: Play, chances: Chances): Promise<RoundResult> {
  const stage = stageOn(server, play)
  await refusedOnRecord(stage)
  const acting = Promise.all(hands.map((hand) => actUntilDeath(hand, stage, chances.fork())))
  const aliveMs = chances.between(5, 900)
  await sleep(aliveMs)
  await server.kill()
  const acted = await acting
  const answers = play.ledger.takeAnswered()

  const chain = await checkChainAsLeft(server)
  if (chances.onceIn(4)) await killOnTheWayUp(server.settings, chances.between(20, 400))
  const again = await server.startAgain()
  const next = stageOn(again, play)
  const [second, ...found] = await Promise.all([
    checkSecondOpener(again),
    checkRecords(answers, play.rows),
    checkVariables(next).then(async (problems) => [...problems, ...(await checkSecrets(next))]),
  ])
  await removeUnknownSecrets(next)
  const acts = acted.reduce((sum, one) => sum + one.acts, 0)
  return {
    server: again,
    problems: [
      ...acted.flatMap(({ problems }) => problems),
      ...(await chain.problems),
      ...second,
      ...found.flat(),
    ],
    told: `killed after ${aliveMs} ms and ${acts} acts, ${answers.length} records, up again in ${Math.round(again.readyMs)} ms`,
  }
}

/**
 * Walks the chain as the crash left it. On SQLite a copy is walked while the server starts, so that the server finds
 * its folder as it left it; PostgreSQL is nobody's to copy, so there the start waits.
 */
async function checkChainAsLeft({
  dataDir,
  settings,
}: StartedServer): Promise<{ problems: Promise<string[]> }> {
  const faultsOf = async (given: Readonly<Record<string, string>>) => {
    const { code, said } = await verifyAudit(given)
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

/** On SQLite a second server on the same folder ends at once and says why; PostgreSQL serves any number. */
async function checkSecondOpener({ settings }: StartedServer): Promise<string[]> {
  if (settings.DATABASE_URL) return []
  const { code, said } = await openSecond(settings)
  const isRefused = code === 75 && said.includes('Another Envhold process is using the data folder')
  return isRefused ? [] : [`A second server on the same folder ended with ${code}: ${said.slice(0, 500)}`]
}

/** A server that is killed the very first time it starts, on an empty folder, starts by itself the next time. */
export async function playFirstStart(chances: Chances): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'envhold-crash-'))
  try {
    const settings = { DATA_DIR: folder, PORT: '0' }
    await killOnTheWayUp(settings, chances.between(50, 500))
    const server = await startServer({ engine: 'sqlite', settings })
    await server.stop()
    return []
  } catch (error) {
    return [`After a kill at the very first start: ${error instanceof Error ? error.message : String(error)}`]
  } finally {
    await rm(folder, { recursive: true })
  }
}
