// Databases on the PostgreSQL that all tests of the server share.

import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import type { Engine } from '../../apps/server/src/db/connect.ts'
import { createDatabase } from './postgres-database.ts'

/** Creates an empty database, and returns its URL. */
export const newDatabase = (): Promise<string> =>
  createDatabase(inject('postgresUrl'), `test_${randomBytes(8).toString('hex')}`)

/** The settings of a server on its own empty database; on SQLite it has one without any. */
export const databaseSettings = async (engine: Engine): Promise<Record<string, string>> =>
  engine === 'postgres' ? { DATABASE_URL: await newDatabase() } : {}
