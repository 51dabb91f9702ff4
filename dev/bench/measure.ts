import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { loadCore, onCore, serverCore } from './cores.ts'
import type { Figure, Load } from './load.ts'

const run = promisify(execFile)
const script = (name: string) => fileURLToPath(new URL(name, import.meta.url))

const warmUpSeconds = 2
const seconds = 5

/** What to ask, and what each answer must be. */
export type Target = Pick<Load, 'url' | 'headers' | 'status'>

/** Puts a load on a target after warming it up. @throws Error when an answer was not the expected one */
export async function measure(target: Target, connections: number): Promise<Figure> {
  await figureOf({ ...target, connections, seconds: warmUpSeconds })
  const figure = await figureOf({ ...target, connections, seconds })
  if (figure.unexpected > 0)
    throw new Error(`${figure.unexpected} answers of ${target.url} were not ${target.status}`)
  return figure
}

async function figureOf(load: Load): Promise<Figure> {
  const [command, ...args] = onCore(loadCore, [process.execPath, script('load.ts'), JSON.stringify(load)])
  const { stdout } = await run(command, args, { maxBuffer: 1 << 20 })
  return JSON.parse(stdout)
}

/** Runs the raw server with a body of so many bytes while `work` measures it. */
export async function withRawServer<T>(bytes: number, work: (target: Target) => Promise<T>): Promise<T> {
  const [command, ...args] = onCore(serverCore, [process.execPath, script('raw-server.ts'), String(bytes)])
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  try {
    const [port] = await once(child.stdout, 'data')
    return await work({ url: `http://127.0.0.1:${String(port).trim()}/`, headers: {}, status: 200 })
  } finally {
    child.kill('SIGKILL')
  }
}
