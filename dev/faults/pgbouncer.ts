// PgBouncer in front of a PostgreSQL of the tests, in transaction mode, with fewer connections to PostgreSQL than its
// clients have to it.

import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, ordinaryUser } from '../world/postgres-process.ts'
import { findProgram } from './find-program.ts'
import { waitUntil } from './wait-until.ts'

const program = findProgram('pgbouncer')

const versionOf = (path: string): readonly [major: number, minor: number] => {
  const said = execFileSync(path, ['--version'], { encoding: 'utf8' })
  const [, major, minor] = /PgBouncer (\d+)\.(\d+)/.exec(said) ?? []
  return [Number(major), Number(minor)]
}

/** Undefined where PgBouncer is not installed. */
export const pgbouncerVersion = program === undefined ? undefined : versionOf(program)

const [major, minor] = pgbouncerVersion ?? [0, 0]
/** Whether it supports named statements in transaction mode. */
export const namesStatements = major > 1 || (major === 1 && minor >= 21)

/** How many connections it opens to PostgreSQL. */
export const serverConnections = 3

/** What these tests run against. */
export const pgbouncerName = pgbouncerVersion
  ? `PgBouncer ${pgbouncerVersion.join('.')}, ${namesStatements ? 'with' : 'which cannot have'} named statements`
  : 'not run, since PgBouncer is not installed'

export interface Pgbouncer {
  /** The database's URL, by way of PgBouncer. */
  readonly url: string
  /** Ends it at once, with all connections. */
  readonly end: () => Promise<void>
  /** Starts it again. */
  readonly start: () => Promise<void>
  readonly stop: () => Promise<void>
}

const configurationFor = (target: URL, port: number) => `
[databases]
* = host=${target.hostname} port=${target.port} user=${target.username} password=${target.password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${serverConnections}
${namesStatements ? 'max_prepared_statements = 200' : ''}
`

const accepts = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })

export async function startPgbouncer(databaseUrl: string): Promise<Pgbouncer> {
  if (!program) throw new Error('PgBouncer is not installed')
  const folder = await mkdtemp(join(tmpdir(), 'envhold-pgbouncer-'))
  const file = join(folder, 'pgbouncer.ini')
  const port = await freePort()
  await writeFile(file, configurationFor(new URL(databaseUrl), port), { mode: 0o600 })
  const user = await ordinaryUser()
  if (user) {
    await chown(folder, user.uid, user.gid)
    await chown(file, user.uid, user.gid)
  }
  const start = async () => {
    const child = spawn(program, ['-q', file], { ...user, cwd: folder, stdio: 'ignore' })
    const killWithUs = () => child.kill('SIGKILL')
    process.once('exit', killWithUs)
    child.once('exit', () => process.off('exit', killWithUs))
    await waitUntil('PgBouncer accepts connections', async () => {
      if (child.exitCode !== null) throw new Error(`PgBouncer ended with ${child.exitCode}`)
      return await accepts(port)
    })
    return async () => {
      // Since 1.23 it waits after SIGTERM until its clients have gone.
      child.kill('SIGKILL')
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    }
  }
  let end = await start()
  const url = new URL(databaseUrl)
  url.port = String(port)
  return {
    url: url.href,
    end: () => end(),
    start: async () => {
      end = await start()
    },
    stop: async () => {
      await end()
      await rm(folder, { recursive: true })
    },
  }
}
