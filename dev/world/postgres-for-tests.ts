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

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startPostgres()
  project.provide('postgresUrl', postgres.url('postgres'))
  project.provide('longRuns', process.env.ENVHOLD_LONG_RUNS === '1')
  return postgres.stop
}
