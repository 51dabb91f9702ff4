// A PostgreSQL cluster for tests, journeys and the benchmark, in a temporary folder, on its own port, with fsync on
// as in production. A small watchdog holds the other end of a pipe: when the process that started the cluster stops
// it, or ends in any way, the watchdog stops the server and removes the folder.

import { randomBytes } from 'node:crypto'
import { chown, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { measured } from './measured.ts'
import { createDatabase } from './postgres-database.ts'
import { freePort, ordinaryUser, run, watch } from './postgres-process.ts'
import { findPostgresPrograms } from './postgres-programs.ts'

export interface Postgres {
  /** The URL of a database on this cluster, whether it exists yet or not. */
  url(database: string): string
  /** Creates an empty database and returns its URL. */
  createDatabase(name: string): Promise<string>
  /** Stops the server and starts it again as a hot standby, which accepts no writes. */
  becomeStandby(): Promise<void>
  /** Starts the server again if it has ended by itself. */
  startAgain(): Promise<void>
  /** Stops the server and removes its files. */
  stop(): Promise<void>
}

/**
 * @param parent the folder in which it gets a folder of its own
 * @param settings what differs from the defaults, such as `jit=off`
 */
export const startPostgres = (parent = tmpdir(), settings: readonly string[] = []): Promise<Postgres> =>
  measured('PostgreSQL cluster', () => startCluster(parent, settings))

async function startCluster(parent: string, settings: readonly string[]): Promise<Postgres> {
  const folder = await mkdtemp(join(parent, 'envhold-postgres-'))
  const user = await ordinaryUser()
  if (user) await chown(folder, user.uid, user.gid)
  const programs = await findPostgresPrograms(folder, user).catch(async (error: unknown) => {
    await rm(folder, { recursive: true })
    throw error
  })
  const as = { ...user, cwd: folder }
  const data = join(folder, 'data')
  const watchdog = watch([programs.pgCtl, data, folder], as)
  try {
    const password = randomBytes(16).toString('hex')
    await initialise(data, password)
    const port = await startOnFreePort(data)
    const url = (database: string) => `postgres://envhold:${password}@127.0.0.1:${port}/${database}`
    return {
      url,
      createDatabase: (name) => createDatabase(url('postgres'), name),
      becomeStandby: () => becomeStandby(data, port),
      startAgain: () => startUnlessRunning(data, port),
      stop: watchdog.end,
    }
  } catch (error) {
    await watchdog.end()
    throw error
  }

  async function initialise(into: string, password: string): Promise<void> {
    const passwordFile = join(folder, 'password')
    await writeFile(passwordFile, password, { mode: 0o600 })
    if (user) await chown(passwordFile, user.uid, user.gid)
    const access = ['--username=envhold', '--auth=scram-sha-256', `--pwfile=${passwordFile}`]
    await run(
      programs.initdb,
      [
        `--pgdata=${into}`,
        ...[...access, '--encoding=UTF8', '--no-locale', '--no-sync'],
        ...settings.map((setting) => `--set=${setting}`),
      ],
      as,
    )
  }

  async function startOn(port: number, from: string): Promise<void> {
    const settings = [`-p ${port}`, '-h 127.0.0.1', '-c unix_socket_directories=', '-c max_connections=200']
    const log = join(folder, 'log')
    await run(programs.pgCtl, ['start', '-w', '-s', '-D', from, '-l', log, '-o', settings.join(' ')], as)
  }

  async function becomeStandby(from: string, port: number): Promise<void> {
    await run(programs.pgCtl, ['stop', '-w', '-s', '-m', 'fast', '-D', from], as)
    const signal = join(from, 'standby.signal')
    await writeFile(signal, '', { mode: 0o600 })
    if (user) await chown(signal, user.uid, user.gid)
    await startOn(port, from)
  }

  async function startUnlessRunning(from: string, port: number): Promise<void> {
    const isRunning = await run(programs.pgCtl, ['status', '-D', from], as).then(
      () => true,
      () => false,
    )
    if (!isRunning) await startOn(port, from)
  }

  async function startOnFreePort(from: string): Promise<number> {
    const log = join(folder, 'log')
    for (let attempt = 1; ; attempt++) {
      const port = await freePort()
      try {
        await startOn(port, from)
        return port
      } catch (error) {
        const said = await readFile(log, 'utf8').catch(() => '')
        if (attempt === 5 || !said.includes('already in use')) {
          throw new Error(`PostgreSQL did not start: ${said.slice(-2000)}`, { cause: error })
        }
      }
    }
  }
}
