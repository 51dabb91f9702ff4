import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config/config.ts'
import type { Engine } from '../db/connect.ts'
import { describePostgres, type PostgresFacts } from '../db/postgres/describe-postgres.ts'
import { BackupError } from './backup-folder.ts'
import { type ProgramPath, runProgram } from './run-program.ts'

/** What people do where this server cannot. */
const byHand = (major: number) =>
  `Or run pg_dump --format=custom of PostgreSQL ${major} or newer on any machine that reaches the database.`

const majorOf = (output: string) => Number(/\(PostgreSQL\) (\d+)/.exec(output)?.[1] ?? 0)

/** @returns the major version of an installed program; undefined if there is none */
async function findMajor(programs: ProgramPath, name: string): Promise<number | undefined> {
  try {
    const { code, output } = await runProgram(programs, [name, '--version'], { env: {} })
    return code === 0 ? majorOf(output) : undefined
  } catch {
    return undefined
  }
}

/** Why this machine cannot back up the database, and what to do; undefined if it can. */
export async function findObstacle(
  programs: ProgramPath,
  { major, isPooled }: Pick<PostgresFacts, 'major' | 'isPooled'>,
): Promise<string | undefined> {
  if (isPooled)
    return `DATABASE_URL leads to a connection pooler, which pg_dump must not use: it would change settings of connections that other clients get. ${byHand(major)} Connect it to PostgreSQL itself.`
  const dumpMajor = await findMajor(programs, 'pg_dump')
  if (dumpMajor === undefined)
    return `pg_dump is not installed on this machine. Install the client programs of PostgreSQL ${major} or newer (Debian: postgresql-client-${major}). ${byHand(major)}`
  if (dumpMajor < major)
    return `pg_dump of this machine is of version ${dumpMajor}, and the database of version ${major}. Install the client programs of PostgreSQL ${major} or newer. ${byHand(major)}`
  return undefined
}

/** Writes a dump into an empty file. @throws BackupError */
export async function dumpPostgres(
  programs: ProgramPath,
  databaseUrl: string,
  { to, signal }: { readonly to: string; readonly signal: AbortSignal },
): Promise<void> {
  const options = ['--format=custom', '--no-owner', '--no-privileges', '--no-password', `--file=${to}`]
  const env = postgresEnvironment(databaseUrl)
  const { code } = await runProgram(programs, ['pg_dump', ...options], { env, signal })
  if (code !== 0)
    throw new BackupError(
      `pg_dump ended with exit code ${code}. Check that the disk has space, and that the user of the database may read all tables.`,
    )
}

interface DumpToRead {
  readonly path: string
  readonly engineVersion: string
  readonly signal: AbortSignal
}

/** Reads the list of contents of a dump whose checksum is right. @throws BackupError if pg_restore cannot */
export async function requireReadableDump(
  programs: ProgramPath,
  { path, engineVersion, signal }: DumpToRead,
): Promise<void> {
  const install = `Install the client programs of PostgreSQL ${engineVersion} or newer.`
  try {
    const { code } = await runProgram(programs, ['pg_restore', '--list', path], { env: {}, signal })
    if (code === 0) return
  } catch (error) {
    if (signal.aborted) throw error
    throw new BackupError(
      `Its checksum is right, but pg_restore is not installed on this machine. ${install}`,
    )
  }
  throw new BackupError(
    `Its checksum is right, but pg_restore of this machine cannot read its contents, as happens with an older version. ${install}`,
  )
}

/** Restores a dump into an empty database. @throws BackupError */
export async function restorePostgres(
  programs: ProgramPath,
  databaseUrl: string,
  dump: string,
): Promise<void> {
  const env = postgresEnvironment(databaseUrl)
  const options = ['--exit-on-error', '--no-owner', '--no-privileges', '--no-password']
  try {
    const ran = await runProgram(
      programs,
      ['pg_restore', ...options, `--dbname=${env.PGDATABASE ?? ''}`, dump],
      { env },
    )
    if (ran.code === 0) return
  } catch {
    throw new BackupError('pg_restore is not installed on this machine.')
  }
  throw new BackupError(
    'pg_restore failed. Create the database again, and check that its user may create tables and that the version fits.',
  )
}

/** The parameters of a URL that libpq also reads from its environment. */
const parameters: Readonly<Record<string, string>> = {
  host: 'PGHOST',
  port: 'PGPORT',
  user: 'PGUSER',
  password: 'PGPASSWORD',
  dbname: 'PGDATABASE',
  sslmode: 'PGSSLMODE',
  sslrootcert: 'PGSSLROOTCERT',
  sslcert: 'PGSSLCERT',
  sslkey: 'PGSSLKEY',
  channel_binding: 'PGCHANNELBINDING',
  options: 'PGOPTIONS',
}

/**
 * A connection URL as the environment of PostgreSQL's programs: other users of the machine can read the arguments of a
 * process, but not its environment.
 */
export function postgresEnvironment(databaseUrl: string): Record<string, string> {
  const { hostname, port, username, password, pathname, searchParams } = new URL(databaseUrl)
  const environment = {
    // A folder with a socket is encoded: `%2Fvar%2Frun`.
    PGHOST: decodeURIComponent(hostname).replace(/^\[(.*)\]$/, '$1'),
    PGPORT: port,
    PGUSER: decodeURIComponent(username),
    PGPASSWORD: decodeURIComponent(password),
    PGDATABASE: decodeURIComponent(pathname.slice(1)),
    ...Object.fromEntries(
      [...searchParams].flatMap(([name, value]) => {
        const variable = parameters[name]
        return variable ? [[variable, value]] : []
      }),
    ),
  }
  return Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
}

export interface MeasuredDatabase {
  /** In bytes. */
  readonly size: number
  /** Of SQLite or PostgreSQL. */
  readonly engineVersion: string
  /** Why this machine cannot back it up, and what to do. */
  readonly obstacle: string | undefined
}

const sizeOf = (path: string) =>
  stat(path).then(
    ({ size }) => size,
    () => 0,
  )

export async function measureDatabase(
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
  programs: ProgramPath,
): Promise<MeasuredDatabase> {
  if (databaseUrl) {
    const facts = await describePostgres(databaseUrl.reveal())
    return {
      size: facts.size,
      engineVersion: facts.version,
      obstacle: await findObstacle(programs, facts),
    }
  }
  const file = join(dataDir, 'envhold.db')
  return {
    size: (await sizeOf(file)) + (await sizeOf(`${file}-wal`)),
    engineVersion: process.versions.sqlite ?? '',
    obstacle: undefined,
  }
}

export const engineNames = { sqlite: 'SQLite', postgres: 'PostgreSQL' } as const satisfies Record<
  Engine,
  string
>
