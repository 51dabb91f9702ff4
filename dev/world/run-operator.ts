import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { inheritedEnvironment } from './inherited-environment.ts'

const tool = fileURLToPath(new URL('../../apps/server/src/operator-tool.ts', import.meta.url))

export interface Ran {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

/** Runs `npm run operator` with the settings of a server, which may be running. */
export const runOperator = (settings: Readonly<Record<string, string>>, ...args: string[]): Promise<Ran> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [tool, ...args], {
      env: { ...inheritedEnvironment, HOME: process.env.HOME, ...settings },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let out = ''
    let err = ''
    child.stdout.on('data', (part) => (out += String(part)))
    child.stderr.on('data', (part) => (err += String(part)))
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, out, err }))
  })

/** The same, for a test that needs it to succeed. */
export async function operate(
  settings: Readonly<Record<string, string>>,
  ...args: string[]
): Promise<string> {
  const { code, out, err } = await runOperator(settings, ...args)
  if (code !== 0) throw new Error(`operator ${args[0]} ended with ${code}: ${err}`)
  return out
}
