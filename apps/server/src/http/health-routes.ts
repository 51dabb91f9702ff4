import { readLiveness, readReadiness } from '@envhold/contract/health.ts'
import type { Context } from '../context.ts'
import { databaseAnswers } from './readiness-store.ts'
import { type Route, route } from './route.ts'

const databaseMs = 2_000

/** Whether the process lives, and whether it can do its work. A 503 here names the part that fails. */
export const healthRoutes = ({ db }: Pick<Context, 'db'>, version: string): Route[] => [
  route(readLiveness, async () => ({ json: { status: 'ok' as const, version } })),
  route(readReadiness, async () => {
    const ok = await databaseAnswers(db, databaseMs)
    const state = ok ? ('ok' as const) : ('failing' as const)
    return { status: ok ? 200 : 503, json: { status: state, parts: { database: state }, version } }
  }),
]
