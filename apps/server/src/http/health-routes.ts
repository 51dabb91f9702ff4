import { readLiveness, readReadiness } from '@envhold/contract/health.ts'
import { AppError } from '../app-error.ts'
import type { Context } from '../context.ts'
import { databaseAnswers } from './readiness-store.ts'
import { type Route, route } from './route.ts'

const databaseMs = 2_000

const databaseFailing = () =>
  new AppError('UNAVAILABLE', { details: [{ path: 'database', message: 'The database does not answer.' }] })

/** Whether the process lives, and whether it can do its work. A 503 here names the part that fails. */
export const healthRoutes = ({ db }: Pick<Context, 'db'>, version: string): Route[] => [
  route(readLiveness, async () => ({ json: { status: 'ok' as const, version } })),
  route(readReadiness, async () => {
    if (!(await databaseAnswers(db, databaseMs))) throw databaseFailing()
    return { json: { status: 'ok' as const, parts: { database: 'ok' as const }, version } }
  }),
]
