// OpenBao as its documentation recommends it for one node: integrated storage (Raft), a file as audit device, KV 2,
// and a token whose policy reads one path.

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { waitUntil } from '../../faults/wait-until.ts'
import { inheritedEnvironment } from '../../world/inherited-environment.ts'
import { freePort, run } from '../../world/postgres-process.ts'
import { pin, serverCore } from '../cores.ts'
import { callPeer, checkedPeer, type Peer } from './peer.ts'

const path = '/v1/secret/data/app'

interface Initialized {
  readonly keys_base64: readonly string[]
  readonly root_token: string
}
interface Token {
  readonly auth: { readonly client_token: string }
}
interface Secret {
  readonly data: { readonly data: unknown }
}

/** The program `bao`: the file itself, or inside an archive as the project publishes it. */
async function programAt(file: string, folder: string): Promise<string> {
  if (!/\.(tar\.gz|tgz)$/.test(file)) return resolve(file)
  await run('tar', ['-xzf', resolve(file), '-C', folder, 'bao'])
  return join(folder, 'bao')
}

const succeeds = (call: Promise<unknown>): Promise<boolean> =>
  call.then(
    () => true,
    () => false,
  )

/** Initializes and unseals a server, stores variables, and returns a token that reads them. */
async function storeVariables(url: string, variables: Readonly<Record<string, string>>): Promise<string> {
  await waitUntil('OpenBao answers', () => succeeds(callPeer('GET', `${url}/v1/sys/init`, {})))
  const shares = { secret_shares: 1, secret_threshold: 1 }
  const { keys_base64, root_token } = await callPeer<Initialized>('PUT', `${url}/v1/sys/init`, {}, shares)
  await callPeer('PUT', `${url}/v1/sys/unseal`, {}, { key: keys_base64[0] })
  const headers = { 'x-vault-token': root_token }
  const engine = { type: 'kv', options: { version: '2' } }
  await waitUntil('OpenBao leads', () => succeeds(callPeer('GET', `${url}/v1/sys/health`, {})))
  await callPeer('POST', `${url}/v1/sys/mounts/secret`, headers, engine)
  await waitUntil('OpenBao stores variables', () =>
    succeeds(callPeer('POST', `${url}${path}`, headers, { data: variables })),
  )
  const policy = 'path "secret/data/app" { capabilities = ["read"] }'
  await callPeer('PUT', `${url}/v1/sys/policies/acl/reader`, headers, { policy })
  const reader = { policies: ['reader'], no_default_policy: true, ttl: '24h' }
  const { auth } = await callPeer<Token>('POST', `${url}/v1/auth/token/create`, headers, reader)
  return auth.client_token
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}

function start(program: string, config: string): ChildProcess {
  return spawn(program, ['server', `-config=${config}`], {
    env: { ...inheritedEnvironment, HOME: dirname(config) },
    stdio: 'ignore',
  })
}

/** @param file the program `bao`, or an archive with it */
export async function startOpenBao(file: string, variables: Readonly<Record<string, string>>): Promise<Peer> {
  const folder = await mkdtemp(join(tmpdir(), 'envhold-openbao-'))
  let child: ChildProcess | undefined
  const stop = async () => {
    if (child) await end(child)
    await rm(folder, { recursive: true, force: true })
  }
  try {
    const [port, clusterPort] = [await freePort(), await freePort()]
    const url = `http://127.0.0.1:${port}`
    const config = {
      storage: { raft: { path: join(folder, 'data'), node_id: 'one' } },
      listener: [{ tcp: { address: `127.0.0.1:${port}`, tls_disable: true } }],
      audit: [{ file: { file: { options: { file_path: join(folder, 'audit.log') } } } }],
      api_addr: url,
      cluster_addr: `https://127.0.0.1:${clusterPort}`,
    }
    await mkdir(join(folder, 'data'))
    await writeFile(join(folder, 'config.json'), JSON.stringify(config))
    child = start(await programAt(file, folder), join(folder, 'config.json'))
    await once(child, 'spawn')
    const clientToken = await storeVariables(url, variables)
    const pid = child.pid ?? 0
    pin(pid, serverCore)
    return await checkedPeer({
      name: 'OpenBao, KV 2 with audit',
      request: { url: `${url}${path}`, headers: { 'x-vault-token': clientToken } },
      variables,
      variablesIn: (body) => (body as Secret).data.data,
      pid,
      stop,
    })
  } catch (error) {
    await stop()
    throw error
  }
}
