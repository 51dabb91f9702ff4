import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config/config.ts'
import type { Engine } from '../db/connect.ts'
import { describePostgres } from '../db/describe-postgres.ts'
import { findObstacle } from './postgres-dump.ts'
import type { ProgramPath } from './run-program.ts'

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
