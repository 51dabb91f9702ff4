import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Client } from 'pg'
import type { TestApp } from './app-for-tests.ts'

/** Runs one statement on a connection of its own, as another process would. @returns its rows */
export async function writeOutside(
  { ctx }: Pick<TestApp, 'ctx'>,
  statement: string,
): Promise<readonly Record<string, unknown>[]> {
  const { databaseUrl, dataDir } = ctx.config
  if (!databaseUrl) {
    const file = new DatabaseSync(join(dataDir, 'envhold.db'), { timeout: 10_000 })
    try {
      return file.prepare(statement).all()
    } finally {
      file.close()
    }
  }
  const client = new Client({ connectionString: databaseUrl.reveal() })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows
  } finally {
    await client.end()
  }
}
