import { execFile, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { promisify } from 'node:util'

export const run = promisify(execFile)

export interface OrdinaryUser {
  uid: number
  gid: number
}

/** PostgreSQL rejects root: then it runs as `nobody`. Otherwise it runs as the current user. */
export async function ordinaryUser(): Promise<OrdinaryUser | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const id = async (flag: string) => Number((await run('id', [flag, 'nobody'])).stdout)
  return { uid: await id('-u'), gid: await id('-g') }
}

/**
 * A port that nobody listens at. It is below those that Linux gives to connections and to listeners without a port of
 * their own, one of which could get it before the caller listens.
 */
export async function freePort(): Promise<number> {
  const port = randomInt(10_000, 32_000)
  const server = createServer()
  const isFree = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
  return isFree ? port : await freePort()
}

// Waits until its input ends, then stops the server (if it runs) and removes the folder.
const watchdogScript =
  'cat >/dev/null; "$0" stop -s -m immediate -D "$1" >/dev/null 2>&1; cd / && rm -rf "$2"'

/** Starts the watchdog outside our process group, so that it survives a Ctrl-C or a killed group. */
export function watch(
  [pgCtl, data, folder]: [pgCtl: string, data: string, folder: string],
  as: { uid?: number; gid?: number; cwd: string },
): { end(): Promise<void> } {
  const stdio: ['pipe', 'ignore', 'ignore'] = ['pipe', 'ignore', 'ignore']
  const child = spawn('sh', ['-c', watchdogScript, pgCtl, data, folder], { ...as, stdio, detached: true })
  const exited = once(child, 'exit')
  child.unref()
  return {
    async end() {
      child.ref()
      child.stdin.end()
      await exited
    },
  }
}
