// The server as users start it: a separate process on a free port, with a data folder that is removed with it.
// Journeys, the crash test, the benchmark and the command line's tests use it.

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newServerSecret } from '@envhold/integrity/server-secret.ts'
import { serverMemory } from '../setup/run-server.mjs'
import { inheritedEnvironment } from './inherited-environment.ts'
import { startMailbox } from './mailbox.ts'
import { beginMeasured } from './measured.ts'
import { startPostgres } from './postgres.ts'
import { freePort } from './postgres-process.ts'
import { serverFile } from './run-program.ts'

export interface ServerToStart {
  readonly engine: 'sqlite' | 'postgres'
  /**
   * The server's environment variables. With a `DATABASE_URL` no cluster is started for it; with an `SMTP_URL`, even
   * an empty one, no mail server.
   */
  readonly settings?: Readonly<Record<string, string>>
  /** Arguments of Node itself, before the script. */
  readonly nodeArgs?: readonly string[]
  /** The file to run; by default the server as it is built. */
  readonly file?: string
  /** Called with its output as it arrives. */
  readonly onOutput?: (text: string) => void
  /** Whether it has the same port after a restart. */
  readonly hasFixedPort?: boolean
  /** Whether PostgreSQL ends waiting transactions after the server's own default times; otherwise after a minute. */
  readonly hasDefaultTimeouts?: boolean
}

export interface StartedServer {
  /** Without `/api` and without a slash at the end; with the IP address, so that no client tries IPv6 first. */
  readonly url: string
  readonly pid: number
  readonly dataDir: string
  /** Its settings: another node on the same data uses them too. */
  readonly settings: Readonly<Record<string, string>>
  /** From the start of the process to its ready line. */
  readonly readyMs: number
  /** All its output, over every start on this data. */
  readonly output: () => string
  /** Ends it with a signal and returns its exit code; the data stays. */
  readonly end: (signal?: 'SIGTERM' | 'SIGINT') => Promise<number | null>
  /** `kill -9`; the data stays. */
  readonly kill: () => Promise<void>
  /** Starts it again on the same data, once it has ended; `args` are the server's, for this start. */
  readonly startAgain: (...args: string[]) => Promise<StartedServer>
  /** The same with another build of the server. */
  readonly startOther: (file: string) => Promise<StartedServer>
  /** Ends it, or whoever was started again on its data, and removes the data. */
  readonly stop: () => Promise<void>
}

/** A server that ended before it was ready, with its exit code and its output. */
export class StartError extends Error {
  override readonly name = 'StartError'
  readonly exitCode: number | null
  readonly output: string

  constructor(exitCode: number | null, output: string) {
    super(`The server ended with ${exitCode} before it was ready:\n${output}`)
    this.exitCode = exitCode
    this.output = output
  }
}

interface Ground {
  readonly settings: Readonly<Record<string, string>>
  readonly nodeArgs: readonly string[]
  readonly file: string
  readonly dataDir: string
  readonly said: string[]
  readonly running: Set<ChildProcess>
  readonly onOutput: (text: string) => void
  readonly remove: () => Promise<void>
}

const readyLine = /^Envhold is ready at (http:\S+)$/m
const waitMs = 120_000
/** A busy machine may stop a process for seconds, which is not what transaction tests are about. */
const patience = { DATABASE_LOCK_TIMEOUT_MS: '60000', DATABASE_IDLE_TRANSACTION_TIMEOUT_MS: '60000' }
const endMs = 15_000

const end = async (child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> => {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
  const force = setTimeout(() => child.kill('SIGKILL'), endMs)
  child.kill(signal)
  await once(child, 'exit')
  clearTimeout(force)
  return child.exitCode
}

const spawnServer = ({ settings, nodeArgs, file, dataDir, running }: Ground, args: readonly string[]) => {
  // The environment variables of the tests do not reach the server.
  const memory = serverMemory({})
  const child = spawn(process.execPath, [...memory.nodeArgs, ...nodeArgs, file, 'serve', ...args], {
    env: { ...inheritedEnvironment, HOME: dataDir, ...memory.env, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const killWithUs = () => child.kill('SIGKILL')
  running.add(child)
  process.once('exit', killWithUs)
  child.once('exit', () => {
    running.delete(child)
    process.off('exit', killWithUs)
  })
  return child
}

async function start(ground: Ground, args: readonly string[] = []): Promise<StartedServer> {
  const started = performance.now()
  const endMeasured = beginMeasured('set-up')
  const before = ground.said.length
  const child = spawnServer(ground, args)
  const saidNow = () => ground.said.slice(before).join('')
  const url = await new Promise<string>((resolve, reject) => {
    const late = setTimeout(() => child.kill('SIGKILL'), waitMs)
    const listen = (chunk: Buffer) => {
      ground.said.push(chunk.toString())
      ground.onOutput(chunk.toString())
      const ready = readyLine.exec(saidNow())?.[1]
      if (ready) resolve(ready.replace('localhost', '127.0.0.1'))
    }
    child.stdout.on('data', listen)
    child.stderr.on('data', listen)
    child.once('error', reject)
    child.once('close', (code) => reject(new StartError(code, saidNow())))
    child.stdout.once('data', () => clearTimeout(late))
    child.once('close', () => clearTimeout(late))
  })
  endMeasured('server process')
  return {
    url,
    pid: child.pid ?? 0,
    dataDir: ground.dataDir,
    settings: ground.settings,
    readyMs: performance.now() - started,
    output: () => ground.said.join(''),
    end: (signal = 'SIGTERM') => end(child, signal),
    kill: async () => {
      await end(child, 'SIGKILL')
    },
    startAgain: (...again) => start(ground, again),
    startOther: (other) => start({ ...ground, file: other }),
    stop: async () => {
      await Promise.all([...ground.running].map((child) => end(child, 'SIGTERM')))
      await ground.remove()
    },
  }
}

/** Starts a server on fresh data. @throws StartError when it ends before it is ready */
export async function startServer({
  engine,
  settings = {},
  nodeArgs = [],
  file = serverFile,
  onOutput = () => {},
  hasFixedPort = false,
  hasDefaultTimeouts = false,
}: ServerToStart): Promise<StartedServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'envhold-server-'))
  const cluster = engine === 'postgres' && !settings.DATABASE_URL ? await startPostgres() : undefined
  const mailbox = settings.SMTP_URL === undefined ? await startMailbox(dataDir) : undefined
  const remove = async () => {
    await mailbox?.stop()
    await rm(dataDir, { recursive: true, force: true })
    await cluster?.stop()
  }
  try {
    const all = {
      DATA_DIR: dataDir,
      PORT: String(hasFixedPort ? await freePort() : 0),
      ...(engine === 'postgres' && { SERVER_SECRET: newServerSecret() }),
      ...(engine === 'postgres' && !hasDefaultTimeouts && patience),
      ...(cluster && { DATABASE_URL: await cluster.createDatabase('envhold') }),
      ...mailbox?.settings,
      ...settings,
    }
    const server = { dataDir: all.DATA_DIR, said: [], running: new Set<ChildProcess>(), remove }
    return await start({ settings: all, nodeArgs, file, onOutput, ...server })
  } catch (error) {
    await remove()
    throw error
  }
}
