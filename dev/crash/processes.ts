import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { inheritedEnvironment } from '../world/inherited-environment.ts'

type Settings = Readonly<Record<string, string>>

export interface ProcessResult {
  readonly code: number | null
  readonly output: string
  readonly ms: number
}

const scriptOf = (name: string) => fileURLToPath(new URL(`../../apps/server/src/${name}`, import.meta.url))

function spawnNode(script: string, settings: Settings): { child: ChildProcess; said: () => string } {
  const child = spawn(process.execPath, [scriptOf(script)], {
    env: { ...inheritedEnvironment, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const chunks: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => chunks.push(chunk))
  return { child, said: () => Buffer.concat(chunks).toString() }
}

/** Runs one of the server's programs until it ends by itself, or is killed after `timeoutMs`. */
async function runToEnd(script: string, settings: Settings, timeoutMs: number): Promise<ProcessResult> {
  const started = performance.now()
  const { child, said } = spawnNode(script, settings)
  const late = setTimeout(() => child.kill('SIGKILL'), timeoutMs)
  const [code] = (await once(child, 'close')) as [number | null]
  clearTimeout(late)
  return { code, output: said(), ms: performance.now() - started }
}

export const verifyAudit = (settings: Settings): Promise<ProcessResult> =>
  runToEnd('audit-verify.ts', settings, 30_000)

/** A second server on data that another one serves; it must end by itself. */
export const startSecondServer = (settings: Settings): Promise<ProcessResult> =>
  runToEnd('main.ts', settings, 10_000)

/** Starts a server and kills it during the start, or soon after. */
export async function killDuringStart(settings: Settings, afterMs: number): Promise<void> {
  const { child } = spawnNode('main.ts', settings)
  const ended = once(child, 'close')
  setTimeout(() => child.kill('SIGKILL'), afterMs)
  await ended
}
