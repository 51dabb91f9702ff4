import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../world/postgres-process.ts'
import { type Balancer, checkingProxy } from './checking-proxy.ts'
import { findProgram } from './find-program.ts'
import { readyStatus, waitUntil } from './wait-until.ts'

const runbook = new URL('../../docs/runbooks/several-nodes.md', import.meta.url)
const haproxy = findProgram('haproxy')

/** What stands between callers and nodes in these tests. */
export const balancerName = haproxy ? 'HAProxy' : 'a proxy of ours, since HAProxy is not installed'

/** The configuration of the runbook, on this machine's ports and without TLS. */
async function configurationFor(port: number, urls: readonly string[]): Promise<string> {
  const [, printed] = /^```haproxy\n(.*?)^```$/ms.exec(await readFile(runbook, 'utf8')) ?? []
  if (!printed) throw new Error('The runbook has no configuration')
  let used = 0
  const changed = printed
    .replace(/bind :443 ssl .*/, `bind 127.0.0.1:${port}`)
    .replace(/(server node\d) \S+/g, (_, server) => `${server} ${new URL(urls[used++] ?? '').host}`)
  if (!changed.includes(`:${port}`) || used !== urls.length)
    throw new Error(`The runbook has ${used} nodes, and the test ${urls.length}`)
  return changed
}

async function startHaproxy(program: string, urls: readonly string[]): Promise<Balancer> {
  const folder = await mkdtemp(join(tmpdir(), 'envhold-haproxy-'))
  const port = await freePort()
  const file = join(folder, 'haproxy.cfg')
  await writeFile(file, await configurationFor(port, urls))
  const child = spawn(program, ['-db', '-f', file], { stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.on('data', (bytes) => {
    said += bytes
  })
  const killWithUs = () => child.kill('SIGKILL')
  process.once('exit', killWithUs)
  const url = `http://127.0.0.1:${port}`
  await waitUntil('HAProxy answers', async () => {
    if (child.exitCode !== null) throw new Error(`HAProxy ended: ${said}`)
    return (await readyStatus(url)) === 200
  })
  return {
    url,
    stop: async () => {
      process.off('exit', killWithUs)
      child.kill('SIGTERM')
      await once(child, 'exit')
      await rm(folder, { recursive: true })
    },
  }
}

/** Starts a load balancer that sends calls to those of these nodes that are ready. */
export const startBalancer = (urls: readonly string[]): Promise<Balancer> =>
  haproxy ? startHaproxy(haproxy, urls) : checkingProxy(urls)
