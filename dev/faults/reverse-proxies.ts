// The proxies of docs/runbooks/reverse-proxy.md, as they are printed there, with this test's ports and certificate.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../world/postgres-process.ts'
import { certificateFile, selfSigned } from '../world/self-signed-server.ts'
import { findProgram } from './find-program.ts'
import { request } from './http2-request.ts'
import { waitUntil } from './wait-until.ts'

const runbook = new URL('../../docs/runbooks/reverse-proxy.md', import.meta.url)

interface Place {
  readonly folder: string
  readonly port: number
  /** Host and port of the server behind it. */
  readonly server: string
}

interface Recipe {
  readonly program: string
  /** The configuration as it is printed, made to run here. */
  readonly adapt: (printed: string, place: Place) => string
  readonly args: (file: string, place: Place) => readonly string[]
}

const recipes = {
  caddy: {
    program: 'caddy',
    adapt: (printed, { folder, port, server }) =>
      `{\n\tadmin off\n\tauto_https off\n\tstorage file_system ${folder}\n}\n${printed
        .replace(
          'vault.example.com {',
          `https://localhost:${port} {\n\ttls ${certificateFile} ${folder}/key.pem`,
        )
        .replace('127.0.0.1:4680', server)}`,
    args: (file) => ['run', '--adapter', 'caddyfile', '--config', file],
  },
  haproxy: {
    program: 'haproxy',
    adapt: (printed, { folder, port, server }) =>
      printed
        .replace(
          'bind :443 ssl crt /etc/haproxy/envhold.pem',
          `bind 127.0.0.1:${port} ssl crt ${folder}/both.pem`,
        )
        .replace('127.0.0.1:4680', server),
    args: (file) => ['-db', '-f', file],
  },
  nginx: {
    program: 'nginx',
    adapt: (printed, { folder, port, server }) =>
      `daemon off; pid ${folder}/pid; error_log stderr; events {}\nhttp { access_log off; ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}\n${printed
        .replace('listen 443', `listen 127.0.0.1:${port}`)
        .replace('/etc/nginx/envhold.pem', certificateFile)
        .replace('/etc/nginx/envhold.key', `${folder}/key.pem`)
        .replace('127.0.0.1:4680', server)}}\n`,
    args: (file, { folder }) => ['-c', file, '-p', folder],
  },
} as const satisfies Record<string, Recipe>

export type ProxyName = keyof typeof recipes
export const proxyNames = Object.keys(recipes) as ProxyName[]

export const isInstalled = (name: ProxyName): boolean => findProgram(recipes[name].program) !== undefined

export interface ReverseProxy {
  /** With TLS, without a slash at the end. */
  readonly url: string
  readonly stop: () => Promise<void>
}

export async function startReverseProxy(name: ProxyName, serverUrl: string): Promise<ReverseProxy> {
  const { adapt, args, program }: Recipe = recipes[name]
  const [, printed] =
    new RegExp(`^\`\`\`${name}\n(.*?)^\`\`\`$`, 'ms').exec(await readFile(runbook, 'utf8')) ?? []
  if (!printed) throw new Error(`The runbook has no configuration for ${name}`)
  const folder = await mkdtemp(join(tmpdir(), `envhold-${name}-`))
  // nginx gives its rights away, and its workers write what they buffer there.
  await chmod(folder, 0o777)
  const place = { folder, port: await freePort(), server: new URL(serverUrl).host }
  const { cert, key } = selfSigned()
  await writeFile(join(folder, 'key.pem'), key)
  await writeFile(join(folder, 'both.pem'), Buffer.concat([cert, key]))
  const file = join(folder, 'configuration')
  await writeFile(file, adapt(printed, place))
  const child = spawn(findProgram(program) ?? program, args(file, place), {
    env: { PATH: process.env.PATH, HOME: folder },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', (bytes) => {
    said += bytes
  })
  const killWithUs = () => child.kill('SIGKILL')
  process.once('exit', killWithUs)
  const url = `https://localhost:${place.port}`
  await waitUntil(`${name} answers`, async () => {
    if (child.exitCode !== null) throw new Error(`${name} ended: ${said}`)
    return await request(url, '/api/health/live').then(
      ({ status }) => status === 200,
      () => false,
    )
  })
  return {
    url,
    stop: async () => {
      process.off('exit', killWithUs)
      child.kill('SIGTERM')
      if (child.exitCode === null) await once(child, 'exit')
      await rm(folder, { recursive: true, force: true })
    },
  }
}
