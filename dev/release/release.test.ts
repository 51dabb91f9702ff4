// The parts of a release, each read back by what reads it at home.

import { execFile, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { extract } from 'tar-stream'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { root } from '../setup/root.mjs'
import { type Entry, entriesOf, tarGz } from './archive.ts'
import { billOfMaterials, ingredientsOf } from './bill.ts'
import { makeDebianPackage } from './debian-package.ts'
import { makeImage } from './image.ts'
import { withoutSymbols } from './node-program.ts'

const run = promisify(execFile)
const has = (program: string) => spawnSync(program, ['--version']).error === undefined
const time = new Date('2026-11-27T12:00:00Z')
const text = (name: string, content: string, mode = 0o644): Entry => ({
  name,
  mode,
  bytes: Buffer.from(content),
})
/** A release whose server prints its version. */
const releaseAt = (place: string): Entry[] => [
  { name: place, mode: 0o755 },
  text(`${place}/envhold-server`, '#!/bin/sh\necho 1.0.0\n', 0o755),
  text(`${place}/server/main.js`, ''),
]
const order = {
  release: releaseAt('usr/lib/envhold-server'),
  version: '1.0.0',
  architecture: 'x64',
  time,
} as const

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'envhold-release-'))
})
afterEach(() => rm(folder, { recursive: true }))

async function readTar(archive: Buffer): Promise<Map<string, string>> {
  const entries = extract()
  entries.end(archive)
  const headers = new Map<string, string>()
  for await (const entry of entries) {
    const { name, mode = 0, uid = 0, type } = entry.header
    headers.set(name, `${type} ${mode.toString(8)} ${uid}`)
    entry.resume()
  }
  return headers
}

test('an archive has the same bytes whenever and wherever it is made', async () => {
  for (const place of ['a', 'b/c']) {
    await mkdir(join(folder, place, 'web'), { recursive: true })
    await writeFile(join(folder, place, 'web/z.js'), 'z', { mode: 0o600 })
    await writeFile(join(folder, place, 'run'), '', { mode: 0o700 })
  }
  const [first = [], second = []] = await Promise.all(
    ['a', 'b/c'].map((place) => entriesOf(join(folder, place), 'x')),
  )
  const archive = await tarGz(first, time)
  expect(await tarGz(second.toReversed(), time)).toEqual(archive)
  expect(Object.fromEntries(await readTar(gunzipSync(archive)))).toEqual({
    x: 'directory 755 0',
    'x/web': 'directory 755 0',
    'x/web/z.js': 'file 644 0',
    'x/run': 'file 755 0',
  })
})

test.skipIf(process.env.ENVHOLD_LONG_RUNS !== '1')(
  'the same commit gives the same bytes in another folder',
  async () => {
    const sums: string[] = []
    // Beside the repository's own `node_modules`, as hard links do not cross file systems.
    const place = join(root, 'build/twice')
    const { stdout: commit } = await run('git', ['rev-parse', 'HEAD'], { cwd: root })
    try {
      for (const name of ['first', 'another folder/deeper']) {
        const clone = join(place, name)
        await run('git', ['clone', '--quiet', '--no-checkout', root, clone])
        await run('git', ['checkout', '--quiet', '--detach', commit.trim()], { cwd: clone })
        for (const place of ['', 'apps/server', 'apps/web', 'apps/cli'].filter((path) =>
          existsSync(join(root, path, 'node_modules')),
        ))
          await run('cp', ['-al', join(root, place, 'node_modules'), join(clone, place, 'node_modules')])
        await rm(join(clone, 'node_modules/.cache'), { recursive: true, force: true })
        await run(process.execPath, ['dev/release/release.ts', manifest.version, '--only', 'x64'], {
          cwd: clone,
        })
        sums.push(await readFile(join(clone, 'build/release/SHA256SUMS'), 'utf8'))
      }
    } finally {
      await rm(place, { recursive: true, force: true })
    }
    expect(sums[0]).toMatch(/linux-x64\.tar\.gz$/m)
    expect(sums[1]).toBe(sums[0])
  },
  900_000,
)

test('Node runs without its symbols', async () => {
  const original = await readFile(process.execPath)
  const stripped = withoutSymbols(original)
  expect(stripped.length).toBeLessThan(original.length)
  const program = join(folder, 'node')
  await writeFile(program, stripped, { mode: 0o755 })
  expect((await run(program, ['--print', 'process.version'])).stdout.trim()).toBe(process.version)
})

test.skipIf(!has('dpkg-deb') || !has('xz'))('Debian reads the package', async () => {
  const bytes = await makeDebianPackage(order)
  expect(await makeDebianPackage(order)).toEqual(bytes)
  const file = join(folder, 'envhold.deb')
  await writeFile(file, bytes)
  const { stdout: about } = await run('dpkg-deb', ['--field', file, 'Version', 'Architecture', 'Depends'])
  expect(about).toMatch(/^Version: 1\.0\.0\nArchitecture: amd64\nDepends: adduser, libc6/)
  const { stdout: content } = await run('dpkg-deb', ['--contents', file])
  expect(content).toMatch(/^-rwxr-xr-x 0\/0 .* \.\/usr\/lib\/envhold-server\/envhold-server$/m)
  expect(content).toMatch(/^drwxr-xr-x 0\/0 .* \.\/usr\/lib\/envhold-server\/server$/m)
  expect(content).toMatch(/^-rw-r----- 0\/0 .* \.\/etc\/envhold\/envhold\.env$/m)
  for (const script of ['postinst', 'prerm', 'postrm'])
    await run('sh', ['-n', join(root, 'deploy/debian', script)])
})

test('the image names its parts by their digests, and runs as nobody with one folder to write', async () => {
  const base = {
    packages: [{ name: 'libc6', version: '2.36-9' }],
    entries: [
      { name: 'data', mode: 0o700, uid: 65532 },
      { name: 'tmp', mode: 0o1777 },
    ],
  }
  const image = await makeImage({ ...order, base, commit: '0123456789ab' })
  const blobs = new Map<string, Buffer>()
  const entries = extract()
  entries.end(image)
  for await (const entry of entries) blobs.set(entry.header.name, await buffer(entry))
  const json = (name: string) => JSON.parse(blobs.get(name)?.toString() ?? '')
  const open = ({ digest, size }: { digest: string; size: number }) => {
    const bytes = blobs.get(`blobs/${digest.replace(':', '/')}`) ?? Buffer.alloc(0)
    expect([`sha256:${createHash('sha256').update(bytes).digest('hex')}`, bytes.length]).toEqual([
      digest,
      size,
    ])
    return bytes
  }
  const manifest = JSON.parse(open(json('index.json').manifests[0]).toString())
  const config = JSON.parse(open(manifest.config).toString())
  const layers = manifest.layers.map(open).map((bytes: Buffer) => gunzipSync(bytes))
  expect(layers.map((bytes: Buffer) => `sha256:${createHash('sha256').update(bytes).digest('hex')}`)).toEqual(
    config.rootfs.diff_ids,
  )
  expect(Object.fromEntries(await readTar(layers[0]))).toEqual({
    data: 'directory 700 65532',
    tmp: 'directory 1777 0',
  })
  expect(config).toMatchObject({
    architecture: 'amd64',
    created: '2026-11-27T12:00:00.000Z',
    config: {
      User: '65532:65532',
      Volumes: { '/data': {} },
      Labels: { 'org.opencontainers.image.revision': '0123456789ab', 'envhold.base': 'libc6=2.36-9' },
    },
  })
})

test('the bill names every package that the build contains, with its license', async () => {
  const ingredients = await ingredientsOf(join(root, 'build/envhold-server'))
  expect(ingredients.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['pg', 'kysely', 'zod', 'react-dom']),
  )
  const program = { version: '24.21.0', bytes: Buffer.alloc(0), originalSha256: 'ab'.repeat(32) }
  const bill = JSON.parse(billOfMaterials('1.0.0', ingredients, [['x64', program]]))
  expect(bill).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.6' })
  expect(bill.components[0]).toMatchObject({
    name: 'node',
    hashes: [{ alg: 'SHA-256', content: 'ab'.repeat(32) }],
  })
  for (const { name, purl, licenses } of bill.components.slice(1)) {
    expect(purl, name).toMatch(/^pkg:npm\/(%40[\w-]+\/)?[\w.-]+@\d+\.\d+\.\d+/)
    expect(JSON.stringify(licenses), name).toMatch(/MIT|ISC|BSD|Apache-2\.0|BlueOak|Unlicense|OFL/)
  }
})

test('a page that lacks a package of the bundle, or has the wrong version, is found', async () => {
  const check = (page: string) =>
    run(process.execPath, [join(root, 'dev/release/write-dependencies.ts'), '--check', page])
  const page = await readFile(join(root, 'docs/security/dependencies.md'), 'utf8')
  for (const changed of [page.replace(/^\| kysely .*\n/m, ''), page.replace(/^\| kysely \| /m, '$&9')]) {
    expect(changed).not.toBe(page)
    const file = join(folder, 'dependencies.md')
    await writeFile(file, changed)
    await expect(check(file)).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('run node dev/release/write-dependencies.ts'),
    })
  }
})

describe('install.sh', () => {
  const name = 'envhold-server-1.0.0-linux-x64'
  const install = async (archive: string, more: Readonly<Record<string, string>> = {}) =>
    await run('sh', [join(root, 'deploy/install.sh'), archive], {
      cwd: folder,
      env: { PATH: process.env.PATH ?? '', HOME: folder, PREFIX: join(folder, 'prefix'), ...more },
    }).then(
      ({ stdout }) => ({ code: 0, said: stdout }),
      ({ code, stderr }) => ({ code, said: stderr }),
    )

  test('installs what has its checksum, twice, and nothing else', async () => {
    const archive = join(folder, `${name}.tar.gz`)
    const bytes = await tarGz(releaseAt(name), time)
    await writeFile(archive, bytes)
    expect(await install(archive)).toMatchObject({ code: 1, said: expect.stringContaining('no SHA256SUMS') })
    await writeFile(join(folder, 'SHA256SUMS'), `${'0'.repeat(64)}  another.tar.gz\n`)
    expect(await install(archive)).toMatchObject({ code: 1, said: expect.stringContaining('does not name') })
    await writeFile(
      join(folder, 'SHA256SUMS'),
      `${createHash('sha256').update(bytes).digest('hex')}  ${name}.tar.gz\n`,
    )
    for (let round = 0; round < 2; round++)
      expect(await install(archive)).toMatchObject({
        code: 0,
        said: expect.stringContaining('Installed 1.0.0 in'),
      })
    expect((await run(join(folder, 'prefix/bin/envhold-server'))).stdout).toBe('1.0.0\n')
    await writeFile(archive, Buffer.concat([bytes, Buffer.from('more')]))
    expect(await install(archive)).toMatchObject({ code: 1, said: expect.stringContaining('is damaged') })
    expect((await run(join(folder, 'prefix/bin/envhold-server'))).stdout).toBe('1.0.0\n')
  })

  /** An archive and its checksums in a folder of downloads. @returns the archive */
  async function download(): Promise<string> {
    await mkdir(join(folder, 'downloads'))
    const archive = join(folder, 'downloads', `${name}.tar.gz`)
    const bytes = await tarGz(releaseAt(name), time)
    await writeFile(archive, bytes)
    const sum = createHash('sha256').update(bytes).digest('hex')
    await writeFile(join(folder, 'downloads/SHA256SUMS'), `${sum}  ${name}.tar.gz\n`)
    return archive
  }

  test.runIf(process.getuid?.() === 0)('what root installs, every user can run', async () => {
    const archive = await download()
    const command = `umask 077; sh ${join(root, 'deploy/install.sh')} ${archive}`
    await run('sh', ['-c', command], {
      env: { PATH: process.env.PATH ?? '', PREFIX: join(folder, 'open') },
    })
    for (const path of ['open', 'open/bin', `open/lib/${name}`, `open/lib/${name}/envhold-server`])
      expect([path, (await stat(join(folder, path))).mode & 0o055]).toEqual([path, 0o055])
  })

  test('takes PREFIX from where it is called', async () => {
    expect(await install(await download(), { PREFIX: 'here' })).toMatchObject({ code: 0 })
    expect((await run(join(folder, 'here/bin/envhold-server'))).stdout).toBe('1.0.0\n')
  })

  test.skipIf(!has('minisign'))('verifies the signature of the checksums by a key', async () => {
    const key = (word: string) => ['-p', join(folder, `${word}.pub`), '-s', join(folder, `${word}.key`)]
    for (const word of ['ours', 'another']) await run('minisign', ['-G', '-W', ...key(word)])
    const archive = await download()
    const installSigned = () => install(archive, { ENVHOLD_PUBLIC_KEY: 'ours.pub' })
    const rejected = { code: 1, said: expect.stringContaining('SHA256SUMS has no valid signature') }
    expect(await installSigned()).toMatchObject(rejected)
    const sums = join(folder, 'downloads/SHA256SUMS')
    const sign = (word: string) => run('minisign', ['-S', '-s', join(folder, `${word}.key`), '-m', sums])
    await sign('another')
    expect(await installSigned()).toMatchObject(rejected)
    await sign('ours')
    expect(await installSigned()).toMatchObject({ code: 0, said: expect.stringContaining('Installed 1.0.0') })
    await writeFile(sums, `${await readFile(sums, 'utf8')}${'0'.repeat(64)}  more\n`)
    expect(await installSigned()).toMatchObject(rejected)
  })

  test('does not pass over a signature for want of minisign', async () => {
    const archive = await download()
    const PATH = join(folder, 'few')
    await mkdir(PATH)
    for (const program of ['sh', 'dirname', 'basename', 'id'])
      await symlink((await run('which', [program])).stdout.trim(), join(PATH, program))
    expect(await install(archive, { ENVHOLD_PUBLIC_KEY: 'ours.pub', PATH })).toMatchObject({
      code: 1,
      said: expect.stringContaining('Install minisign'),
    })
  })
})

describe('files of deploy/, where the program that reads them is installed', () => {
  test.skipIf(!has('systemd-analyze'))('systemd finds the unit well confined', async () => {
    const unit = join(root, 'deploy/systemd/envhold.service')
    const { stdout } = await run('systemd-analyze', ['security', '--offline=true', '--threshold=13', unit])
    expect(stdout).toMatch(/Overall exposure level/)
  })

  test.skipIf(!has('caddy'))('Caddy accepts its file', async () => {
    const env = { ...process.env, ENVHOLD_HOST: 'vault.example.com', ENVHOLD_NODES: '127.0.0.1:4680' }
    const file = join(root, 'deploy/compose/Caddyfile')
    await run('caddy', ['validate', '--adapter', 'caddyfile', '--config', file], { env })
  })
})
