// The real server in a process of its own whose clocks the test moves, with a real mail server. Time passes in steps;
// after each, the hourly work has run and the mails have been sent.

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import type { Context } from '../../apps/server/src/context.ts'
import type { Engine } from '../../apps/server/src/db/connect.ts'
import { sweepsOf } from '../../apps/server/src/instance/sweeps.ts'
import { type ReadRows, readPostgres, readSqlite } from '../world/read-rows.ts'
import { type Program, type Ran, runProgram } from '../world/run-program.ts'
import { type ReceivedMail, type SmtpForTests, smtpForTests } from '../world/smtp-for-tests.ts'
import { type StartedServer, startServer } from '../world/start-server.ts'

export const hour = 3_600_000
export const day = 24 * hour

export interface DatedMail extends ReceivedMail {
  /** When the mail server accepted it, by the moved clock. */
  readonly at: number
}

export interface MovedServer {
  readonly url: string
  readonly dataDir: string
  /** The time on the server. */
  readonly now: () => number
  readonly smtp: SmtpForTests
  readonly mails: DatedMail[]
  readonly rows: ReadRows
  /** Lines of its log that report a problem, since its first start. */
  readonly problems: () => readonly string[]
  /** The environment variables that give another process of Node this time. */
  readonly clockSettings: Readonly<Record<string, string>>
  /** Waits until the queued mails are sent, or refused. */
  readonly mailed: () => Promise<void>
  /** Passes a second, in which nothing is due. */
  readonly waitAMoment: () => Promise<void>
  /** Passes at least an hour, so that the hourly work is due, and waits until that and the mails are done. */
  readonly pass: (ms: number) => Promise<void>
  /** Passes this time without a server. */
  readonly passOff: (ms: number) => Promise<void>
  /** Runs one of the server's programs beside it, at its time. */
  readonly run: (program: Program, ...args: string[]) => Promise<Ran>
  readonly stop: () => Promise<void>
}

const preload = new URL('./moved-clock.ts', import.meta.url).href
const waitMs = 60_000
/**
 * More than the two minutes of a mail that is being sent: a server that measures the database's time while that is
 * moved is ahead by the step until the next minute.
 */
const leaseMs = 150_000
const lookMs = 31_000
const betweenRoundsMs = 301_000
/** Without a result of the hourly work. */
const stalledMs = 5_000

async function until(what: string, isSo: () => boolean | Promise<boolean>): Promise<void> {
  const late = performance.now() + waitMs
  while (!(await isSo())) {
    if (performance.now() > late) throw new Error(`Not in time: ${what}`)
    await sleep(15)
  }
}

const errorLevel = 50
const notice = 'nothing is swept'

/** An error in the log, or hourly work that did not run. */
const isProblem = (line: string) =>
  Number(/^\{"level":(\d+)/.exec(line)?.[1] ?? 0) >= errorLevel || line.includes(notice)

/**
 * What a round of the hourly work runs: everything, or what deletes nothing if the clock may be wrong. The sweeps only
 * call the context when they run.
 */
const tasksOfRound = (isHeld: boolean) =>
  sweepsOf({} as Context).filter(({ deletesNothing }) => deletesNothing || !isHeld)

/** @param settings on PostgreSQL with the `DATABASE_URL` of an empty database */
export async function startMovedServer(
  engine: Engine,
  settings: Readonly<Record<string, string>> = {},
): Promise<MovedServer> {
  const { DATABASE_URL: postgresUrl } = settings
  const folder = await mkdtemp(join(tmpdir(), 'envhold-lifecycle-'))
  const file = join(folder, 'clock')
  let offset = 0
  const moveTo = async (ms: number) => {
    offset = ms
    if (postgresUrl) await moveDatabaseClock(postgresUrl, offset)
    await writeFile(file, String(offset))
  }
  await moveTo(0)
  const now = () => Date.now() + offset
  const mails: DatedMail[] = []
  const smtp = await smtpForTests({
    startTls: false,
    onTaken: async (mail) => void mails.push({ ...mail, at: now() }),
  })
  const all = {
    MOVED_CLOCK: file,
    PUBLIC_URL: 'https://vault.example.com',
    // A sweep that removed nothing is logged as a detail.
    LOG_LEVEL: 'debug',
    SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
    MAIL_FROM: 'envhold@vault.example.com',
    ...settings,
  }
  const nodeArgs = ['--import', preload]
  let server: StartedServer = await startServer({ engine, settings: all, nodeArgs, hasFixedPort: true })
  const rows = postgresUrl ? readPostgres(postgresUrl) : readSqlite(server.dataDir)

  const countMails = async (from: number, to: number) => {
    const between = `next_attempt_at > ${from} and next_attempt_at <= ${to}`
    const [row] = await rows(`select count(*) as n from mail_queue where ${between}`)
    return Number(row?.n)
  }

  /** Whether each task of the hourly work ended since then. One that runs on each node is noted with the node's name. */
  const isSwept = async (output: string, since: number) => {
    const ended = await rows(`select name from task_runs where finished_at >= ${since}`)
    const names = new Set(ended.map((run) => String(run.name).split('/')[0]))
    return tasksOfRound(output.includes(notice)).every(({ name }) => names.has(name))
  }

  /** @returns how long the output was before */
  const move = async (ms: number) => {
    await moveTo(offset + ms)
    const before = server.output().length
    process.kill(server.pid, 'SIGUSR2')
    await until('the clock', () => server.output().includes('The clock is at', before))
    return before
  }

  /**
   * One that is being sent is due again after its lease, and one that was refused waits for its next attempt. The
   * sender looks into the queue every 30 seconds, for which mails of another process wait. Moving the clock while a
   * mail is being sent would run into the time limits of its connection.
   */
  const mailed = async () => {
    for (let round = 1; round < 4_000; round++) {
      const time = now()
      const waiting = await countMails(0, time)
      const sending = smtp.refuse ? 0 : await countMails(time, time + leaseMs)
      if (waiting + sending === 0) return
      if (round % (sending === 0 ? 20 : 400) === 0) await move(lookMs)
      await sleep(15)
    }
    throw new Error('Not in time: the mails')
  }

  const isIdle = async () => {
    const [row] = await rows('select count(*) as n from task_runs where finished_at is null')
    const time = now()
    return Number(row?.n) === 0 && (smtp.refuse || (await countMails(0, time + leaseMs)) === 0)
  }

  /**
   * The timer of the next round starts when one ends. If a round was under way when the clock moved, nothing is due
   * until a little more time has passed.
   */
  const swept = async (before: number, since: number) => {
    let lookAgainAt = performance.now() + stalledMs
    await until('the hourly work', async () => {
      if (await isSwept(server.output().slice(before), since)) return true
      if (performance.now() > lookAgainAt && (await isIdle())) {
        await move(betweenRoundsMs)
        lookAgainAt = performance.now() + stalledMs
      }
      return false
    })
  }

  return {
    get url() {
      return server.url
    },
    dataDir: server.dataDir,
    now,
    smtp,
    mails,
    rows,
    problems: () => server.output().split('\n').filter(isProblem),
    clockSettings: { MOVED_CLOCK: file, NODE_OPTIONS: `--import=${preload}` },
    mailed,
    waitAMoment: async () => void (await move(1_000)),
    pass: async (ms) => {
      if (ms < hour) throw new Error('The hourly work runs every hour')
      await mailed()
      const since = now() + ms
      const before = await move(ms)
      await swept(before, since)
      await mailed()
    },
    passOff: async (ms) => {
      await server.end()
      await moveTo(offset + ms)
      server = await server.startAgain()
    },
    run: (program, ...args) => runProgram(program, server.settings, args, { nodeArgs }),
    stop: async () => {
      await server.stop()
      await smtp.stop()
      await rm(folder, { recursive: true })
    },
  }
}

/**
 * Moves the clock of one PostgreSQL database: `clock_timestamp()`, by which every node measures its time, is found in
 * the schema `public` first, and adds an offset to the cluster's time. Connections that are open see the new offset.
 */
async function moveDatabaseClock(url: string, offsetMs: number): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query("select to_regclass('moved_clock.by') as found")
    if (rows[0]?.found === null)
      await client.query(`
        create schema moved_clock;
        create table moved_clock.by (ms bigint not null);
        insert into moved_clock.by values (0);
        create function public.clock_timestamp() returns timestamptz volatile language sql as
          $$ select pg_catalog.clock_timestamp() + (select ms from moved_clock.by) * interval '1 millisecond' $$;
        do $$ begin execute format('alter database %I set search_path = public, pg_catalog', current_database()); end $$`)
    await client.query('update moved_clock.by set ms = $1', [offsetMs])
  } finally {
    await client.end()
  }
}
