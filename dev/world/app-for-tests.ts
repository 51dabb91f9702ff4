// The application in the test's own process, on its own database and port: API tests call it over real HTTP and can
// move its clock.

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Client, createClient } from '@envhold/client/client.ts'
import { parseServerSecrets, serverSecrets } from '@envhold/integrity/server-secret.ts'
import { describe, expect, inject, type SuiteCollector, TestRunner } from 'vitest'
import { buildApp } from '../../apps/server/src/app.ts'
import { readConfig } from '../../apps/server/src/config/config.ts'
import type { Context } from '../../apps/server/src/context.ts'
import { connect, type Engine } from '../../apps/server/src/db/connect.ts'
import type { Faults } from '../../apps/server/src/db/faults.ts'
import { migrate } from '../../apps/server/src/db/migrate.ts'
import { createLog } from '../../apps/server/src/http/log/log.ts'
import { createContext } from '../../apps/server/src/instance/create-context.ts'
import { startMailbox } from './mailbox.ts'
import { measured } from './measured.ts'
import { copyMigratedDatabase } from './migrated-database.ts'
import { copyMigratedFile, sharedSecret } from './migrated-file.ts'
import { newDatabase } from './new-database.ts'
import { openTurns } from './open-turns.ts'
import { dropDatabase } from './postgres-database.ts'
import { postgresTests } from './postgres-tests.ts'
import { queueingLimiter } from './queueing-limiter.ts'

export interface Credentials {
  /** A session's or a personal token, sent as a bearer. */
  readonly token?: string
  readonly apiKey?: string
  readonly masterPassword?: string
  /** Credential id and unlock secret, in place of the master password. */
  readonly passkeyUnlock?: string
}

export interface TestApp {
  readonly engine: Engine
  /** Without `/api`. */
  readonly url: string
  /** The application's context: its database, its secrets. */
  readonly ctx: Context
  /** Of the stored data. */
  readonly faults: Faults
  /** The log so far, one JSON line per event, from debug. */
  readonly logged: () => string
  /** Moves the application's clock; by default it is the real one. */
  readonly advance: (ms: number) => void
  /** Stops the application's clock until the returned function is called. */
  readonly stopClock: () => () => void
  /** Calls the API with these credentials, or anonymously. */
  readonly as: (credentials?: Credentials) => Client
  /** Plain `fetch` on a path of the server, such as `/api/health/live`. */
  readonly fetch: (path: string, init?: RequestInit) => Promise<Response>
  readonly stop: () => Promise<void>
}

export const headersOf = ({
  token,
  apiKey,
  masterPassword,
  passkeyUnlock,
}: Credentials): Record<string, string> => ({
  ...(token && { authorization: `Bearer ${token}` }),
  ...(apiKey && { 'x-api-key': apiKey }),
  ...(masterPassword && { 'x-master-password': encodeURIComponent(masterPassword) }),
  ...(passkeyUnlock && { 'x-passkey-unlock': passkeyUnlock }),
})

/**
 * Starts it, with a mail server. `settings` are the server's environment variables: an empty `SMTP_URL` means no mail
 * server.
 */
export const appForTests = (
  engine: Engine,
  settings: Record<string, string> = {},
  deps: Parameters<typeof buildApp>[1] = {},
): Promise<TestApp> => measured(`application on ${engine}`, () => start(engine, settings, deps))

async function start(
  engine: Engine,
  settings: Record<string, string>,
  deps: Parameters<typeof buildApp>[1],
): Promise<TestApp> {
  const dataDir = await mkdtemp(join(tmpdir(), 'envhold-app-'))
  const isCopy = settings.SERVER_SECRET === undefined
  if (isCopy && engine === 'sqlite') await copyMigratedFile(dataDir)
  const databaseUrl =
    engine === 'postgres' ? await (isCopy ? copyMigratedDatabase() : newDatabase()) : undefined
  const mailbox = settings.SMTP_URL === undefined ? await startMailbox(dataDir) : undefined
  const config = readConfig({
    DATA_DIR: dataDir,
    SERVER_SECRET: sharedSecret,
    LOG_LEVEL: 'debug',
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    ...mailbox?.settings,
    ...settings,
  })
  const secrets = serverSecrets(parseServerSecrets(config.serverSecret?.reveal() ?? sharedSecret))
  const database = connect({ databaseUrl, dataDir })
  if (!isCopy) await migrate(database, secrets)
  const lines: string[] = []
  let turnedBy = 0
  const log = createLog(config.logLevel, { to: { write: (line) => void lines.push(line) } })
  let stoppedAt: number | undefined
  const clock = () => (stoppedAt ?? Date.now()) + turnedBy
  const ctx = createContext({ config, database, clock, log, secrets })
  const { server } = buildApp(ctx, {
    faults: database.faults,
    limiter: queueingLimiter(),
    turns: openTurns(),
    ...deps,
  })
  const url = await server.listen({ host: '127.0.0.1', port: 0 })
  return {
    engine,
    url,
    ctx,
    faults: database.faults,
    logged: () => lines.join(''),
    advance: (ms) => {
      turnedBy += ms
    },
    stopClock: () => {
      stoppedAt = Date.now()
      return () => {
        stoppedAt = undefined
      }
    },
    as: (credentials = {}) =>
      createClient({ server: url, headers: () => headersOf(credentials), timeoutMs: 120_000 }),
    fetch: (path, init) => fetch(`${url}${path}`, init),
    stop: async () => {
      server.server.closeAllConnections()
      await server.close()
      await ctx.mail.stop()
      await mailbox?.stop()
      await database.close()
      if (databaseUrl) await dropDatabase(inject('postgresUrl'), databaseUrl)
      await rm(dataDir, { recursive: true })
    },
  }
}

/** The same tests on SQLite and, where that could differ, on PostgreSQL (postgres-tests.ts). */
export function forEachEngine(tests: (engine: Engine) => void): void {
  describe('sqlite', () => tests('sqlite'))
  const { testPath = '' } = expect.getState()
  const runs = postgresTests(testPath, inject('longRuns'))
  if (!runs) return
  describe('postgres', () => {
    tests('postgres')
    keepTests(TestRunner.getCurrentSuite(), runs)
  })
}

/** Takes the other tests out of a block that is being collected; blocks inside it are collected later. */
function keepTests({ tasks }: SuiteCollector, keeps: (title: string) => boolean): void {
  tasks.splice(0, tasks.length, ...tasks.filter((task) => task.type !== 'test' || keeps(task.name)))
}
