// A stopped SQLite instance with every table filled, and the tool that moves it.

import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArguments } from '@envhold/command/parse-args.ts'
import { UsageError } from '@envhold/command/user-error.ts'
import { newServerSecret } from '@envhold/integrity/server-secret.ts'
import { sql } from 'kysely'
import { afterAll } from 'vitest'
import { program } from '../../apps/server/src/commands/command.ts'
import { move as command, moveInstance } from '../../apps/server/src/commands/move/move.ts'
import { explainStartFailure } from '../../apps/server/src/instance/start-failure.ts'
import { appForTests } from './app-for-tests.ts'
import { filledBeforeAll } from './filled-before-all.ts'
import { newDatabase } from './new-database.ts'
import { sayProgram } from './run-program.ts'
import { type EveryTable, seedEveryTable } from './seed-every-table.ts'
import { seedApiKey } from './seed-project.ts'

export interface StoppedInstance extends EveryTable {
  readonly serverSecret: string
  readonly apiKey: string
  /** What `apiKey` was answered for the environment `production`. */
  readonly injected: string
  /** Copies the data folder for one test. */
  readonly copy: () => Promise<StoppedCopy>
}

export interface StoppedCopy {
  readonly dataDir: string
  readonly file: string
  /** An empty PostgreSQL database. */
  readonly databaseUrl: string
  /** Does what `envhold-server move` does, by default with `DATABASE_URL`. */
  readonly move: (args?: readonly string[], options?: MoveOptions) => Promise<Moved>
  /** Runs it as a process of its own, which is killed as soon as its output matches. */
  readonly moveInProcess: (killAt?: RegExp) => Promise<Moved>
  /** The settings of a server on either database. */
  readonly settings: Readonly<Record<'sqlite' | 'postgres', Readonly<Record<string, string>>>>
}

export interface Moved {
  /** Null for a command that was killed. */
  readonly code: number | null
  readonly said: string
}

interface MoveOptions {
  readonly settings?: Readonly<Record<string, string>>
  /** The password that is asked for. */
  readonly input?: string
}

const explain = (error: unknown): Moved =>
  error instanceof UsageError
    ? { code: 2, said: error.message }
    : { code: 1, said: explainStartFailure(error).lines.join('\n') }

/** Runs the command in this process: many tests need it, and starting a process costs most of its time. */
async function move(
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
  input: string,
): Promise<Moved> {
  const lines: string[] = []
  const info = (line: string) => void lines.push(line)
  const askPassword = async (prompt: string) => {
    info(prompt)
    return input
  }
  try {
    await moveInstance(parseArguments(program, command, args), { environment, info, askPassword })
    return { code: 0, said: lines.join('\n') }
  } catch (error) {
    const { code, said } = explain(error)
    return { code, said: [...lines, said].join('\n') }
  }
}

/** Runs the command as a process, and kills it as soon as its output matches. */
const moveInProcess = (
  settings: Readonly<Record<string, string>>,
  killAt: RegExp | undefined,
): Promise<Moved> =>
  sayProgram('move', settings, [], {
    onOutput: (said, child) => void (killAt?.test(said) && child.kill('SIGKILL')),
  })

async function seed(folder: string): Promise<Omit<StoppedInstance, 'copy'>> {
  const serverSecret = newServerSecret()
  const app = await appForTests('sqlite', { SERVER_SECRET: serverSecret })
  try {
    const world = await seedEveryTable(app)
    const { apiKey } = await seedApiKey(world.owner, world.projectId)
    const path = `/api/v1/inject/${world.projectId}/production`
    const injected = await (await app.fetch(path, { headers: { 'x-api-key': apiKey } })).text()
    await sql`vacuum into ${join(folder, 'envhold.db')}`.execute(app.ctx.db)
    return { ...world, serverSecret, apiKey, injected }
  } finally {
    await app.stop()
  }
}

/** An instance for all tests of the surrounding block; each test works on copies. */
export function withStoppedInstance(): StoppedInstance {
  const folders: string[] = []
  const create = async () => {
    const folder = await mkdtemp(join(tmpdir(), 'envhold-stopped-'))
    folders.push(folder)
    return folder
  }
  afterAll(async () => {
    for (const folder of folders) await rm(folder, { recursive: true, force: true })
  })
  return filledBeforeAll(async () => {
    const original = await create()
    const world = await seed(original)
    const copy = async (): Promise<StoppedCopy> => {
      const dataDir = await create()
      await cp(join(original, 'envhold.db'), join(dataDir, 'envhold.db'))
      const databaseUrl = await newDatabase()
      const base = { DATA_DIR: dataDir, SERVER_SECRET: world.serverSecret }
      return {
        dataDir,
        file: join(dataDir, 'envhold.db'),
        databaseUrl,
        move: (args = [], options = {}) =>
          move(args, { ...base, DATABASE_URL: databaseUrl, ...options.settings }, options.input ?? ''),
        moveInProcess: (killAt) => moveInProcess({ ...base, DATABASE_URL: databaseUrl }, killAt),
        settings: {
          sqlite: { ...base, DATABASE_URL: '', SMTP_URL: '' },
          postgres: { ...base, DATABASE_URL: databaseUrl, SMTP_URL: '' },
        },
      }
    }
    return { ...world, copy }
  })
}
