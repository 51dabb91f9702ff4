// A primary and a standby that confirms each of its commits, each with a folder and a watchdog of its own.

import { randomBytes } from 'node:crypto'
import { appendFile, chown, mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDatabase } from '../world/postgres-database.ts'
import { freePort, ordinaryUser, run, watch } from '../world/postgres-process.ts'
import { findPostgresPrograms } from '../world/postgres-programs.ts'
import { killProcesses } from './kill-processes.ts'

export interface PostgresPair {
  /** Creates a database, and returns its URL on the primary. */
  createDatabase(name: string): Promise<string>
  /** The same database on the standby. */
  onStandby(url: string): string
  killPrimary(): Promise<void>
  promoteStandby(): Promise<void>
  stopStandby(): Promise<void>
  startStandby(): Promise<void>
  stop(): Promise<void>
}

const settingsOf = (settings: Readonly<Record<string, string>>) =>
  Object.entries(settings)
    .map(([name, value]) => `${name} = '${value}'\n`)
    .join('')

export async function startPostgresPair(): Promise<PostgresPair> {
  const user = await ordinaryUser()
  const newFolder = async (name: string) => {
    const folder = await mkdtemp(join(tmpdir(), `envhold-${name}-`))
    if (user) await chown(folder, user.uid, user.gid)
    return folder
  }
  const folders = { primary: await newFolder('primary'), standby: await newFolder('standby') }
  const programs = await findPostgresPrograms(folders.primary, user)
  const as = { ...user, cwd: folders.primary }
  const data = { primary: join(folders.primary, 'data'), standby: join(folders.standby, 'data') }
  const watchdogs = [
    watch([programs.pgCtl, data.standby, folders.standby], { ...user, cwd: folders.standby }),
    watch([programs.pgCtl, data.primary, folders.primary], as),
  ]
  const ports = { primary: await freePort(), standby: await freePort() }
  const password = randomBytes(16).toString('hex')

  const passwordFile = join(folders.primary, 'password')
  await writeFile(passwordFile, password, { mode: 0o600 })
  if (user) await chown(passwordFile, user.uid, user.gid)
  const access = ['--username=envhold', '--auth=scram-sha-256', `--pwfile=${passwordFile}`]
  const options = ['--encoding=UTF8', '--no-locale', '--no-sync']
  await run(programs.initdb, [`--pgdata=${data.primary}`, ...access, ...options], as)
  // The standby begins as a copy of a cluster that has not run yet.
  await run('cp', ['-a', data.primary, data.standby])
  const base = { listen_addresses: '127.0.0.1', unix_socket_directories: '', max_connections: '100' }
  await appendFile(
    join(data.primary, 'postgresql.conf'),
    settingsOf({ ...base, port: String(ports.primary), synchronous_standby_names: 'standby' }),
  )
  const conninfo = `host=127.0.0.1 port=${ports.primary} user=envhold password=${password} application_name=standby`
  await appendFile(
    join(data.standby, 'postgresql.conf'),
    settingsOf({ ...base, port: String(ports.standby), primary_conninfo: conninfo }),
  )
  const signal = join(data.standby, 'standby.signal')
  await writeFile(signal, '', { mode: 0o600 })
  if (user) await chown(signal, user.uid, user.gid)

  const control = (which: 'primary' | 'standby', ...args: string[]) =>
    run(programs.pgCtl, [...args, '-w', '-s', '-D', data[which], '-l', join(folders[which], 'log')], as)
  await control('primary', 'start')
  await control('standby', 'start')
  const stop = async () => {
    for (const watchdog of watchdogs) await watchdog.end()
  }
  return {
    createDatabase: (name) =>
      createDatabase(`postgres://envhold:${password}@127.0.0.1:${ports.primary}/postgres`, name),
    onStandby: (address) => {
      const url = new URL(address)
      url.port = String(ports.standby)
      return url.href
    },
    killPrimary: async () => {
      const [pid] = (await readFile(join(data.primary, 'postmaster.pid'), 'utf8')).split('\n')
      killProcesses(Number(pid))
    },
    promoteStandby: async () => {
      await control('standby', 'promote')
    },
    stopStandby: async () => {
      await control('standby', 'stop', '-m', 'fast')
    },
    startStandby: async () => {
      await control('standby', 'start')
    },
    stop,
  }
}
