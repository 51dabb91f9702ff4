import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Client } from 'pg'

/** Runs one statement on the database itself, without the server. */
export type ReadRows = (sql: string) => Promise<readonly Record<string, unknown>[]>

export const readSqlite =
  (dataDir: string): ReadRows =>
  async (sql) => {
    const file = new DatabaseSync(join(dataDir, 'envhold.db'), { readOnly: true, timeout: 5_000 })
    try {
      return file.prepare(sql).all()
    } finally {
      file.close()
    }
  }

export const readPostgres =
  (url: string): ReadRows =>
  async (sql) => {
    const client = new Client({ connectionString: url })
    await client.connect()
    try {
      return (await client.query<Record<string, unknown>>(sql)).rows
    } finally {
      await client.end()
    }
  }
