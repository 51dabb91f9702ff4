// PostgreSQL under Patroni: on each machine of a network PostgreSQL, Patroni and an etcd, and HAProxy before
// the leader, as Patroni's documentation has it.

import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { chown, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { findProgram } from '../faults/find-program.ts'
import { killProcesses } from '../faults/kill-processes.ts'
import { waitUntil } from '../faults/wait-until.ts'
import { createDatabase } from '../world/postgres-database.ts'
import { freePort, ordinaryUser } from '../world/postgres-process.ts'
import { type Machine, startNetwork } from './network.ts'

/** How Patroni watches: what an operator sets for the whole cluster, in seconds. */
export interface Watching {
  readonly ttl: number
  readonly loopWait: number
  readonly retryTimeout: number
}

export interface PatroniServer {
  readonly name: string
  readonly machine: Machine
  /** `kill -9` of Patroni, PostgreSQL and etcd at once, as a power failure does. */
  kill(): Promise<void>
  start(): void
}

export interface Cluster {
  readonly servers: readonly PatroniServer[]
  /** Of a new database, through HAProxy. */
  readonly databaseUrl: string
  /** Waits for the leader with two standbys that stream, one of them synchronous. */
  whole(): Promise<PatroniServer>
  switchOver(from: PatroniServer): Promise<void>
  /** What each server says of itself, and the ends of all logs. */
  describe(): Promise<string>
  stop(): Promise<void>
}

const programNames = ['patroni', 'etcd', 'haproxy', 'ip', 'iptables'] as const

const newestPostgres = async (): Promise<string | undefined> => {
  const versions = await readdir('/usr/lib/postgresql').catch((): string[] => [])
  const [newest] = versions.sort((a, b) => Number(b) - Number(a))
  return newest && `/usr/lib/postgresql/${newest}/bin`
}

/** What this machine lacks for such a cluster. */
export async function findMissing(): Promise<string[]> {
  const missing = programNames.filter((name) => !findProgram(name)) as string[]
  if (!(await newestPostgres())) missing.push('postgresql')
  if (process.getuid?.() !== 0) missing.push('root')
  return missing
}

interface State {
  readonly role?: string
  readonly replication?: readonly { readonly state: string; readonly application_name: string }[]
}

/** What Patroni's API answers; undefined if it does not within a second. */
const ask = async ({ machine }: PatroniServer, path: string): Promise<State | undefined> => {
  try {
    const answer = await fetch(`http://${machine.ip}:8008${path}`, { signal: AbortSignal.timeout(1_000) })
    const state = (await answer.json()) as State
    return answer.ok ? state : undefined
  } catch {
    return undefined
  }
}

const stateOf = async (server: PatroniServer): Promise<State> => (await ask(server, '/patroni')) ?? {}

/**
 * Whether Patroni may promote a standby. It writes down that one is synchronous after PostgreSQL says so: a leader that
 * is lost in between has no successor.
 */
const isSynchronous = async (server: PatroniServer): Promise<boolean> =>
  (await ask(server, '/sync')) !== undefined

/** A standby that has not followed the leader after this time does not do so on its own. */
const patienceMs = 30_000
/** Patroni first ends what it does with the standby, such as a start that waits a minute for the log. */
const copyMs = 150_000

/**
 * Copies the leader to a standby, as an operator does: its own log went another way, or no server has the log that it
 * needs.
 */
const copyLeader = ({ machine }: PatroniServer) =>
  fetch(`http://${machine.ip}:8008/reinitialize`, {
    method: 'POST',
    body: '{"force": true}',
    signal: AbortSignal.timeout(copyMs),
  }).catch(() => {})

const haproxyConfiguration = (port: number, machines: readonly Machine[]) => `
defaults
  mode tcp
  timeout connect 2s
  timeout client 30m
  timeout server 30m
listen leader
  bind 127.0.0.1:${port}
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
${machines.map(({ ip }, n) => `  server pg${n} ${ip}:5432 check port 8008`).join('\n')}
`

async function leadsToLeader(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ standby: boolean }>('SELECT pg_is_in_recovery() AS standby')
    return rows[0]?.standby === false
  } finally {
    await client.end()
  }
}

/** Starts it on a network of its own. */
export async function startCluster({ ttl, loopWait, retryTimeout }: Watching): Promise<Cluster> {
  const user = await ordinaryUser()
  const bin = await newestPostgres()
  const network = await startNetwork(3)
  const folder = await mkdtemp(join(tmpdir(), 'envhold-patroni-'))
  if (user) await chown(folder, user.uid, user.gid)
  const password = randomBytes(16).toString('hex')
  const running = new Set<ChildProcess>()
  const start = (name: string, command: readonly string[], as: object = {}): ChildProcess => {
    const log = openSync(join(folder, `${name}.log`), 'a')
    const [program = '', ...args] = command
    const child = spawn(program, args, { stdio: ['ignore', log, log], cwd: folder, ...as })
    running.add(child)
    child.once('exit', () => running.delete(child))
    return child
  }
  const killWithUs = () => {
    for (const { pid } of running) if (pid) killProcesses(pid)
  }
  process.once('exit', killWithUs)
  const asUser = user ? ['setpriv', `--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups'] : []
  const peers = network.machines.map(({ ip }, n) => `pg${n}=http://${ip}:2380`).join(',')
  const hosts = network.machines.map(({ ip }) => `${ip}:2379`)

  const configurationOf = (name: string, { ip }: Machine, home: string) => ({
    scope: 'envhold',
    name,
    restapi: { listen: `${ip}:8008`, connect_address: `${ip}:8008` },
    etcd3: { hosts },
    bootstrap: {
      dcs: {
        ...{ ttl, loop_wait: loopWait, retry_timeout: retryTimeout },
        ...{ synchronous_mode: true, synchronous_mode_strict: true, primary_start_timeout: 0 },
        // A former leader may have commits that no standby has: it takes them back.
        postgresql: { use_pg_rewind: true, parameters: { wal_log_hints: 'on', max_connections: 100 } },
      },
      initdb: [{ encoding: 'UTF8' }, 'no-locale', 'data-checksums'],
      pg_hba: [
        'local all all trust',
        'host replication all 0.0.0.0/0 scram-sha-256',
        'host all all 0.0.0.0/0 scram-sha-256',
      ],
    },
    postgresql: {
      listen: `${ip}:5432`,
      connect_address: `${ip}:5432`,
      data_dir: join(home, 'data'),
      bin_dir: bin,
      pgpass: join(home, 'pgpass'),
      authentication: {
        superuser: { username: 'envhold', password },
        replication: { username: 'replication', password },
      },
      parameters: { unix_socket_directories: home },
      basebackup: [{ checkpoint: 'fast' }],
    },
    watchdog: { mode: 'off' },
  })

  const newServer = async (machine: Machine, n: number): Promise<PatroniServer> => {
    const name = `pg${n}`
    const home = join(folder, name)
    await mkdir(home, { mode: 0o700 })
    if (user) await chown(home, user.uid, user.gid)
    const file = join(folder, `${name}.yml`)
    // YAML reads JSON.
    await writeFile(file, JSON.stringify(configurationOf(name, machine, home)))
    const etcd = [
      ...['etcd', '--name', name, '--data-dir', join(home, 'etcd'), '--initial-cluster', peers],
      ...['--listen-peer-urls', `http://${machine.ip}:2380`],
      ...['--initial-advertise-peer-urls', `http://${machine.ip}:2380`],
      ...['--listen-client-urls', `http://${machine.ip}:2379`],
      ...['--advertise-client-urls', `http://${machine.ip}:2379`],
      ...['--initial-cluster-state', 'new', '--log-level', 'error'],
    ]
    let children: ChildProcess[] = []
    return {
      name,
      machine,
      start: () => {
        children = [etcd, ['patroni', file]].map((command) =>
          start(`${name}-${command[0]}`, [...machine.prefix, ...asUser, ...command], {
            env: { PATH: process.env.PATH, HOME: home },
          }),
        )
      },
      kill: async () => {
        const ends = children.map(
          (child) => child.exitCode === null && child.signalCode === null && once(child, 'exit'),
        )
        for (const { pid } of children) if (pid) killProcesses(pid)
        const said = await readFile(join(home, 'data', 'postmaster.pid'), 'utf8').catch(() => '')
        const postmaster = Number(said.split('\n')[0])
        if (postmaster) killProcesses(postmaster)
        await Promise.all(ends)
      },
    }
  }
  const servers: PatroniServer[] = []
  for (const [n, machine] of network.machines.entries()) servers.push(await newServer(machine, n))
  for (const server of servers) server.start()

  const whole = async (): Promise<PatroniServer> => {
    let leader: PatroniServer | undefined
    let copyAt = performance.now() + patienceMs
    const isWhole = async () => {
      const states = await Promise.all(servers.map(stateOf))
      const at = states.findIndex(({ role }) => role === 'master' || role === 'primary')
      leader = servers[at]
      if (!leader) return false
      const streaming = (states[at]?.replication ?? [])
        .filter(({ state }) => state === 'streaming')
        .map((standby) => standby.application_name)
      if (streaming.length === 2) return (await Promise.all(servers.map(isSynchronous))).includes(true)
      if (performance.now() > copyAt) {
        copyAt = Number.POSITIVE_INFINITY
        // Patroni answers once it has ended what it does: nobody waits longer for that than for the cluster.
        for (const one of servers) if (one !== leader && !streaming.includes(one.name)) void copyLeader(one)
      }
      return false
    }
    await waitUntil('the cluster has a leader with two streaming standbys', isWhole, patienceMs + copyMs)
    if (!leader) throw new Error('There is no leader')
    return leader
  }
  const port = await freePort()
  const haproxyFile = join(folder, 'haproxy.cfg')
  await writeFile(haproxyFile, haproxyConfiguration(port, network.machines))
  const describe = async () => {
    const said = await Promise.all(
      servers.map(async (server) => `${server.name}: ${JSON.stringify(await stateOf(server))}`),
    )
    for (const name of (await readdir(folder)).filter((file) => file.endsWith('.log')))
      said.push(`${name}\n${(await readFile(join(folder, name), 'utf8')).slice(-6_000)}`)
    return said.join('\n')
  }
  const stop = async () => {
    process.off('exit', killWithUs)
    for (const server of servers) await server.kill()
    killWithUs()
    await network.remove()
    await rm(folder, { recursive: true, force: true })
  }
  try {
    await whole()
    start('haproxy', [findProgram('haproxy') ?? '', '-db', '-f', haproxyFile])
    const clusterUrl = `postgres://envhold:${password}@127.0.0.1:${port}/postgres`
    // Until its first checks HAProxy takes every server for the leader.
    await waitUntil('HAProxy leads to the leader alone', async () => {
      for (const _ of servers) if (!(await leadsToLeader(clusterUrl).catch(() => false))) return false
      return true
    })
    const databaseUrl = await createDatabase(clusterUrl, 'envhold')
    return {
      servers,
      databaseUrl,
      whole,
      switchOver: async ({ name, machine }) => {
        const body = JSON.stringify({ leader: name })
        await waitUntil('Patroni switches over', async () => {
          const answer = await fetch(`http://${machine.ip}:8008/switchover`, { method: 'POST', body })
          await answer.text()
          return answer.status === 200
        })
      },
      describe,
      stop,
    }
  } catch (error) {
    process.stderr.write(await describe())
    await stop()
    throw error
  }
}
