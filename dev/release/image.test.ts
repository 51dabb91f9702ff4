// Both images, the one of a release and the one of the Dockerfile, run as a container engine runs them.

import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chown, cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { newServerSecret } from '@envhold/integrity/server-secret.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { findProgram } from '../faults/find-program.ts'
import { root } from '../setup/root.mjs'
import { startMailbox } from '../world/mailbox.ts'
import { startPostgres } from '../world/postgres.ts'
import { freePort } from '../world/postgres-process.ts'
import { type ContainerOrder, startContainer, unpackImage } from './container.ts'
import { createMachine, missingForMachines } from './debian-machine.ts'
import { debianBase } from './image.ts'
import { nodeProgram } from './node-program.ts'
import { type PackOrder, packArchive, packImage } from './pack.ts'
import { readFirstKey, setUpFirstKey } from './use-instance.ts'

const run = promisify(execFile)
const { version } = manifest
const maxBytes = 165_000_000
const user = 65532

const missing =
  process.env.ENVHOLD_LONG_RUNS === '1' ? missingForMachines('umoci', 'runc', 'apt-get') : '--long'
const missingBuildah = missing ?? (findProgram('buildah') ? undefined : 'buildah')
const unless = (what: string | undefined) => (what ? ` (needs ${what})` : '')

let folder: string
let order: PackOrder
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'envhold-image-'))
  if (missing) return
  const node = await nodeProgram('x64')
  order = {
    version,
    commit: '0123456789ab',
    time: new Date('2026-11-27T12:00:00Z'),
    architecture: 'x64',
    node,
  }
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Every file with its bytes, except what a container may write. */
async function filesOf(rootfs: string): Promise<Map<string, string>> {
  const entries = await readdir(rootfs, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const sums = new Map<string, string>()
  for (const file of files.sort())
    sums.set(
      file.slice(rootfs.length),
      createHash('sha256')
        .update(await readFile(file))
        .digest('hex'),
    )
  return sums
}

async function sizeOf(rootfs: string): Promise<number> {
  const entries = await readdir(rootfs, { recursive: true, withFileTypes: true })
  let size = 0
  for (const entry of entries)
    if (entry.isFile()) size += (await stat(join(entry.parentPath, entry.name))).size
  return size
}

async function makeFolders(name: string): Promise<ContainerOrder['folders']> {
  const at = (place: string) => join(folder, name, place)
  const folders = { data: at('data'), tmp: at('tmp'), secrets: at('secrets') }
  for (const path of Object.values(folders)) {
    await mkdir(path, { recursive: true })
    await chown(path, user, user)
  }
  return folders
}

/** Starts a sign-in, of which the second half of the body follows when asked. */
async function beginSignIn(url: string) {
  const body = JSON.stringify({ email: 'nobody@example.com', password: 'not the password' })
  const call = request(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
  })
  const answer = new Promise<{ status: number | undefined; body: string }>((resolve, reject) => {
    call.once('response', async (response) =>
      resolve({ status: response.statusCode, body: await text(response) }),
    )
    call.once('error', reject)
  })
  call.write(body.slice(0, 20))
  await wait(500)
  return {
    finish: async () => {
      call.end(body.slice(20))
      return await answer
    },
  }
}

async function useImage(bundle: string, name: string): Promise<void> {
  const rootfs = join(bundle, 'rootfs')
  expect(await sizeOf(rootfs)).toBeLessThan(maxBytes)
  for (const shell of ['sh', 'bash', 'dash', 'busybox'])
    await expect(stat(join(rootfs, 'usr/bin', shell)), shell).rejects.toThrow('ENOENT')
  const before = await filesOf(rootfs)

  const folders = await makeFolders(name)
  const mailbox = await startMailbox(folder)
  const { SMTP_URL = '', MAIL_FROM = '' } = mailbox.settings
  const secret = newServerSecret()
  await writeFile(join(folders.secrets, 'server-secret'), `${secret}\n`)
  await writeFile(join(folders.secrets, 'smtp-url'), SMTP_URL)
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const settings = {
    PORT: String(port),
    MAIL_FROM,
    SERVER_SECRET_FILE: '/run/secrets/server-secret',
    SMTP_URL_FILE: '/run/secrets/smtp-url',
  }
  const start = (id: string) =>
    startContainer(bundle, { id: `${name}-${id}-${process.pid}`, folders, settings })
  try {
    const first = await start('first')
    const key = await setUpFirstKey(url)
    await readFirstKey(url, key)
    await first.exec('envhold-server', 'healthcheck')
    expect(await first.exec('envhold-server', 'verify')).toMatch(/valid/)
    await expect(first.exec('/bin/sh', '-c', 'true')).rejects.toThrow(/no such file/)

    // SIGTERM lets a call end that has begun.
    const signIn = await beginSignIn(url)
    await first.signal('TERM')
    await wait(500)
    expect(await signIn.finish()).toMatchObject({
      status: 401,
      body: expect.stringContaining('INVALID_CRED'),
    })
    expect(await first.ended).toBe(0)

    const second = await start('second')
    await readFirstKey(url, key)
    await second.signal('TERM')
    expect(await second.ended).toBe(0)
    expect(first.output() + second.output()).not.toContain(secret)
    expect(await readdir(folders.tmp)).toEqual([])
    expect(await readdir(folders.data)).toEqual(expect.arrayContaining(['envhold.db']))
    expect(await readdir(folders.data)).not.toContain('server-secret')
    expect(await filesOf(rootfs)).toEqual(before)
  } finally {
    await mailbox.stop()
  }
}

describe.skipIf(missing)(`the image of a release${unless(missing)}`, () => {
  let bundle: string
  beforeAll(async () => {
    const archive = join(folder, 'image.tar')
    await writeFile(archive, (await packImage(order, await debianBase())).bytes)
    await mkdir(join(folder, 'layout'))
    await run('tar', ['-xf', archive, '-C', join(folder, 'layout')])
    bundle = await unpackImage(`${join(folder, 'layout')}:${version}`, join(folder, 'bundle'))
  }, 600_000)

  test('serves as nobody, with secrets from files, and writes nothing outside of its volume', async () => {
    await useImage(bundle, 'release')
  })

  test('serves from PostgreSQL, whose URL is in a file', async () => {
    const postgres = await startPostgres()
    try {
      const folders = await makeFolders('postgres')
      await writeFile(join(folders.secrets, 'server-secret'), newServerSecret())
      await writeFile(join(folders.secrets, 'database-url'), await postgres.createDatabase('envhold'))
      const port = await freePort()
      const settings = {
        PORT: String(port),
        SERVER_SECRET_FILE: '/run/secrets/server-secret',
        DATABASE_URL_FILE: '/run/secrets/database-url',
      }
      const container = await startContainer(bundle, { id: `postgres-${process.pid}`, folders, settings })
      const url = `http://127.0.0.1:${port}`
      await readFirstKey(url, await setUpFirstKey(url))
      await container.signal('TERM')
      expect(await container.ended).toBe(0)
      expect(await readdir(folders.data)).not.toContain('envhold.db')
    } finally {
      await postgres.stop()
    }
  })
})

describe.skipIf(missingBuildah)(`the image of the Dockerfile${unless(missingBuildah)}`, () => {
  test('has the settings of the other one, and runs like it', async () => {
    const context = join(folder, 'context')
    await mkdir(context)
    const { name, bytes } = await packArchive(order)
    await writeFile(join(context, name), bytes)
    const sum = createHash('sha256').update(bytes).digest('hex')
    await writeFile(join(context, 'SHA256SUMS'), `${sum}  ${name}\n`)

    const store = [
      '--storage-driver',
      'vfs',
      '--root',
      join(folder, 'store'),
      '--runroot',
      join(folder, 'run'),
    ]
    const buildah = async (...args: string[]) =>
      (await run('buildah', [...store, ...args], { maxBuffer: 16 << 20 })).stdout.trim()
    const debian = await createMachine('bookworm')
    const from = await buildah('from', 'scratch')
    await buildah('add', '--quiet', from, debian.root, '/')
    await buildah('commit', '--quiet', from, 'localhost/debian')
    await debian.remove()
    await cp(join(root, 'deploy/container/Dockerfile'), join(folder, 'Dockerfile'))
    const build = async (tag: string, ...args: string[]) => {
      const words = ['--isolation', 'chroot', '--format', 'docker', '--file', join(folder, 'Dockerfile')]
      await buildah(
        'build',
        ...words,
        '--tag',
        `localhost/${tag}`,
        '--build-arg',
        'DEBIAN=localhost/debian',
        ...args,
        context,
      )
    }
    await build('envhold', '--build-arg', `VERSION=${version}`)

    const { Docker } = JSON.parse(await buildah('inspect', '--type', 'image', 'localhost/envhold'))
    const layout = join(folder, 'layout/blobs/sha256')
    const configs = await Promise.all(
      (await readdir(layout)).map(async (file) => {
        const content = await readFile(join(layout, file))
        return content[0] === 0x7b ? JSON.parse(String(content)) : {}
      }),
    )
    const { config } = configs.find((content) => content.rootfs)
    for (const setting of [
      'User',
      'Entrypoint',
      'Cmd',
      'Volumes',
      'WorkingDir',
      'StopSignal',
      'Healthcheck',
      'ExposedPorts',
    ])
      expect(Docker.config[setting], setting).toEqual(config[setting])
    expect(Docker.config.Env).toEqual(expect.arrayContaining(config.Env))

    await buildah('push', '--quiet', '--format', 'oci', 'localhost/envhold', `oci:${join(folder, 'own')}:1`)
    await useImage(await unpackImage(`${join(folder, 'own')}:1`, join(folder, 'own-bundle')), 'own')

    // On a base of one's own: here, all of Debian.
    await build('based', '--build-arg', `VERSION=${version}`, '--build-arg', 'BASE=localhost/debian')
    const based = await buildah('from', 'localhost/based')
    const program = ['envhold-server', '--version']
    expect(await buildah('run', '--isolation', 'chroot', based, '--', ...program)).toContain(version)

    // An archive that is not of this release is refused.
    await writeFile(join(context, name), Buffer.concat([bytes, Buffer.from('more')]))
    await expect(build('damaged', '--build-arg', `VERSION=${version}`)).rejects.toThrow(/did NOT match/)
  }, 1_200_000)
})
