import { tmpdir } from 'node:os'
import type { TestProject } from 'vitest/node'
import { startPostgres } from './postgres.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The URL of the test cluster: `createDatabase(inject('postgresUrl'), 'name')` creates a database on it. */
    postgresUrl: string
    /** Whether random histories are played in full. */
    longRuns: boolean
  }
}

/**
 * Hundreds of databases live for seconds each: to vacuum them, to compile their queries or to hash the password of each
 * connection thousands of times only takes time from the tests.
 */
const forShortLives = ['autovacuum=off', 'jit=off', 'scram_iterations=1']

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startPostgres(tmpdir(), forShortLives)
  project.provide('postgresUrl', postgres.url('postgres'))
  project.provide('longRuns', process.env.ENVHOLD_LONG_RUNS === '1')
  return postgres.stop
}
