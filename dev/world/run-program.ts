// The commands of the server as it is built, each in a process of its own.

import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { TestApp } from './app-for-tests.ts'
import { inheritedEnvironment } from './inherited-environment.ts'

/** Words of a command. */
export type Program =
  | 'serve'
  | 'verify'
  | 'audit verify'
  | 'audit rollups'
  | 'backup'
  | 'restore'
  | 'migrate'
  | 'healthcheck'
  | 'move'
  | 'operator'
  | 'payments'
  | 'secret'
  | 'identity-provider'

type Settings = Readonly<Record<string, string>>

export interface Ran {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

export interface RunOptions {
  readonly input?: string
  /** Another build of the server. */
  readonly file?: string
  /** Arguments of Node itself. */
  readonly nodeArgs?: readonly string[]
  /** Called with its output so far, whenever there is more. */
  readonly onOutput?: (said: string, child: ChildProcess) => void
  /** Kills it after this time. */
  readonly timeoutMs?: number
}

/** `npm test` builds it before all tests. */
export const serverFile = fileURLToPath(new URL('../../build/envhold-server/server/main.js', import.meta.url))

const normalPriority = ['--import', import.meta.resolve('./normal-priority.ts')]

/** Runs a command to its end, with these environment variables alone. */
export const runProgram = (
  name: Program,
  settings: Settings,
  args: readonly string[] = [],
  { input, file = serverFile, nodeArgs = [], onOutput = () => {}, timeoutMs }: RunOptions = {},
): Promise<Ran> =>
  new Promise((resolve, reject) => {
    const child = spawn(
      process.execPath,
      [...normalPriority, ...nodeArgs, file, ...name.split(' '), ...args],
      {
        env: { ...inheritedEnvironment, ...settings },
        stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
        ...(timeoutMs !== undefined && { timeout: timeoutMs, killSignal: 'SIGKILL' }),
      },
    )
    let [out, err] = ['', '']
    child.stdout?.on('data', (part) => {
      out += String(part)
      onOutput(out + err, child)
    })
    child.stderr?.on('data', (part) => {
      err += String(part)
      onOutput(out + err, child)
    })
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, out, err }))
    child.stdin?.end(input)
  })

/** The same, with all that it said as one text. */
export async function sayProgram(
  ...args: Parameters<typeof runProgram>
): Promise<{ readonly code: number | null; readonly said: string }> {
  const { code, out, err } = await runProgram(...args)
  return { code, said: out + err }
}

/** What `envhold-server operator` prints, for a test that needs it to succeed. */
export async function operate(settings: Settings, ...args: string[]): Promise<string> {
  const { code, out, err } = await runProgram('operator', settings, args)
  if (code !== 0) throw new Error(`operator ${args[0]} ended with ${code}: ${err}`)
  return out
}

/** The settings of a program beside an application. */
export function settingsOf({ ctx: { config } }: Pick<TestApp, 'ctx'>): Settings {
  const { dataDir, databaseUrl, serverSecret } = config
  return {
    DATA_DIR: dataDir,
    SERVER_SECRET: serverSecret?.reveal() ?? '',
    ...(databaseUrl && { DATABASE_URL: databaseUrl.reveal() }),
  }
}
