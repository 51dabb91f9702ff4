// The server as its users start it: a process of its own on a free port, with a data folder that goes away with it.

import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export interface StartedServer {
  /** Without `/api` and without a slash at the end. */
  readonly url: string
  readonly dataDir: string
  readonly stop: () => Promise<void>
}

export interface ServerToStart {
  readonly engine: 'sqlite' | 'postgres'
  /** The server's own settings, as in its environment; PostgreSQL needs DATABASE_URL and SERVER_SECRET. */
  readonly settings?: Readonly<Record<string, string>>
}

const main = fileURLToPath(new URL('../../apps/server/src/main.ts', import.meta.url))
const readyLine = /^Envhold is ready at (\S+)$/m
const patienceMs = 30_000

/** Starts it and waits until it says that it is ready. @throws Error with what it said instead */
export async function startServer({ engine, settings = {} }: ServerToStart): Promise<StartedServer> {
  if (engine === 'postgres' && !settings['DATABASE_URL']) throw new Error('PostgreSQL needs a DATABASE_URL.')
  const dataDir = await mkdtemp(join(tmpdir(), 'envhold-server-'))
  const child = spawn(process.execPath, [main], {
    // What happens to be set around the tests does not reach the server.
    env: { PATH: process.env['PATH'], HOME: dataDir, PORT: '0', DATA_DIR: dataDir, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()))

  const stop = async () => {
    child.kill('SIGTERM')
    const force = setTimeout(() => child.kill('SIGKILL'), 15_000)
    await gone
    clearTimeout(force)
    await rm(dataDir, { recursive: true, force: true })
  }

  let said = ''
  const url = await new Promise<string | null>((resolve) => {
    const timer = setTimeout(() => resolve(null), patienceMs)
    const listen = (chunk: Buffer) => {
      said += chunk.toString()
      const ready = readyLine.exec(said)?.[1]
      if (!ready) return
      clearTimeout(timer)
      // The pipes are still emptied, so that the server never waits for a reader.
      child.stdout.off('data', listen).resume()
      child.stderr.off('data', listen).resume()
      resolve(ready)
    }
    child.stdout.on('data', listen)
    child.stderr.on('data', listen)
    void gone.then(() => resolve(null))
  })
  if (url !== null) return { url, dataDir, stop }
  await stop()
  throw new Error(`The server did not start:\n${said}`)
}
