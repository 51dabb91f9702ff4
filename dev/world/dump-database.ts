// What an attacker with the database has: every row of every table, and every byte that the engine stores on disk.

import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Client, escapeIdentifier } from 'pg'
import type { TestApp } from './app-for-tests.ts'

export type Cell = string | number | bigint | null | Uint8Array
export type Dump = ReadonlyMap<string, readonly Readonly<Record<string, Cell>>[]>

type App = Pick<TestApp, 'ctx'>

/** Every row of every table. */
export const dumpTables = ({ ctx }: App): Promise<Dump> =>
  dumpAt({ dataDir: ctx.config.dataDir, databaseUrl: ctx.config.databaseUrl?.reveal() })

/** The same for a database that no application has open. */
export const dumpAt = async (at: { dataDir: string; databaseUrl?: string | undefined }): Promise<Dump> =>
  at.databaseUrl ? await fromPostgres(at.databaseUrl) : fromSqlite(join(at.dataDir, 'envhold.db'))

/** All cells of a dump, one after the other. */
export const bytesOf = (dump: Dump): Buffer =>
  Buffer.concat(
    [...dump.values()].flat().flatMap((row) =>
      Object.values(row).flatMap((cell) => {
        if (cell === null) return []
        return [cell instanceof Uint8Array ? Buffer.from(cell) : Buffer.from(String(cell)), Buffer.from('\n')]
      }),
    ),
  )

/** The files of the database, including its write-ahead log, and of the data folder. */
export async function dumpFiles({ ctx }: App): Promise<Buffer> {
  const { databaseUrl, dataDir } = ctx.config
  const folders = [dataDir, ...(databaseUrl ? await postgresFolders(databaseUrl.reveal()) : [])]
  return Buffer.concat((await Promise.all(folders.map(filesIn))).flat())
}

function fromSqlite(file: string): Dump {
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    const tables = database.prepare("select name from sqlite_master where type = 'table'").all()
    // Copies, since rows without a prototype cannot be shown where they differ.
    const rowsOf = (name: string) =>
      database
        .prepare(`select * from "${name}"`)
        .all()
        .map((row) => ({ ...row }))
    return new Map(tables.map(({ name }) => [String(name), rowsOf(String(name))] as const))
  } finally {
    database.close()
  }
}

async function asking<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

const fromPostgres = (url: string): Promise<Dump> =>
  asking(url, async (client) => {
    const tables = await client.query<{ name: string }>(
      `select relname as name from pg_class
       where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`,
    )
    const dump = new Map<string, Record<string, Cell>[]>()
    for (const { name } of tables.rows)
      dump.set(
        name,
        (await client.query<Record<string, Cell>>(`select * from ${escapeIdentifier(name)}`)).rows,
      )
    return dump
  })

/** This database's own folder, and the write-ahead log that all databases of the cluster share. */
const postgresFolders = (url: string): Promise<string[]> =>
  asking(url, async (client) => {
    await client.query('checkpoint')
    const { rows } = await client.query<{ data: string; oid: string }>(
      "select current_setting('data_directory') as data, oid from pg_database where datname = current_database()",
    )
    return rows.flatMap(({ data, oid }) => [join(data, 'base', String(oid)), join(data, 'pg_wal')])
  })

async function filesIn(folder: string): Promise<Buffer[]> {
  const names = await readdir(folder, { recursive: true })
  const contents = names.map(async (name) => {
    const path = join(folder, name)
    // Files of the write-ahead log appear and disappear.
    const kind = await stat(path).catch(() => undefined)
    return kind?.isFile() ? await readFile(path).catch(() => Buffer.alloc(0)) : Buffer.alloc(0)
  })
  return await Promise.all(contents)
}
