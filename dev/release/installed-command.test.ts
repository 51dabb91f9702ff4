// `envhold-server` of the Debian package and of the image, unpacked over this machine's folders in a namespace.

import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { newServerSecret } from '@envhold/integrity/server-secret.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { findProgram } from '../faults/find-program.ts'
import { root as repository } from '../setup/root.mjs'
import { type Entry, entriesOf } from './archive.ts'
import { makeDebianPackage } from './debian-package.ts'
import { makeImage } from './image.ts'
import { builtFolder, packArchive } from './pack.ts'

const run = promisify(execFile)
const missing =
  process.getuid?.() === 0
    ? ['dpkg-deb', 'unshare', 'setpriv'].find((name) => findProgram(name) === undefined)
    : 'root'

const place = 'usr/lib/envhold-server'
const order = { version: '1.0.0', architecture: 'x64', time: new Date('2026-11-27T12:00:00Z') } as const

let root: string
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'envhold-installed-'))
})
afterEach(() => rm(root, { recursive: true, force: true }))

const mountAll = `
  mkdir -p "$1/etc" "$1/var/lib"
  mount -t overlay -o "lowerdir=$1/usr:/usr" overlay /usr
  mount -t overlay -o "lowerdir=$1/etc:/etc" overlay /etc
  mount --bind "$1/var" /var
  cd /`

/** Runs a script of `sh -eu` where it is installed. @returns what it printed */
async function runInstalled(
  script: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<string> {
  const PATH = `${dirname(process.execPath)}:/usr/sbin:/usr/bin:/sbin:/bin`
  const words = ['--mount', 'sh', '-euc', `${mountAll}\n${script}`, 'sh', root]
  return (await run('unshare', words, { env: { PATH, ...settings } })).stdout
}

async function unpackDebian(release: readonly Entry[]): Promise<void> {
  const file = join(root, 'envhold.deb')
  await writeFile(file, await makeDebianPackage({ ...order, release, compression: 'none' }))
  await run('dpkg-deb', ['-x', file, root])
  await writeFile(join(root, 'etc/envhold/server-secret'), `${newServerSecret()}\n`, { mode: 0o600 })
}

/** A systemctl that says what systemd gives to the service. */
const systemctl = (said: string) => ({
  name: 'usr/bin/systemctl',
  mode: 0o755,
  bytes: Buffer.from(`#!/bin/sh\necho '${said}'\n`),
})

async function unpackImage(release: readonly Entry[]): Promise<void> {
  const base = { packages: [], entries: [] }
  await writeFile(
    join(root, 'image.tar'),
    await makeImage({ ...order, release, base, commit: '0123456789ab' }),
  )
  await run('tar', ['-xf', join(root, 'image.tar'), '-C', root])
  const [{ Layers: layers }] = JSON.parse(await readFile(join(root, 'manifest.json'), 'utf8'))
  for (const layer of layers) await run('tar', ['-xzf', join(root, layer), '-C', root])
}

describe.skipIf(missing)(`envhold-server${missing ? ` (needs ${missing})` : ''}`, () => {
  test('of the Debian package works on the data of the service, with its secret', async () => {
    await unpackDebian(await entriesOf(builtFolder, place))
    const said = await runInstalled(
      'envhold-server migrate; envhold-server backup create; envhold-server verify',
    )
    expect(said).toMatch(/^Everything that can be verified is valid\.$/m)
    const data = await readdir(join(root, 'var/lib/envhold'))
    expect(data).toEqual(expect.arrayContaining(['backups', 'envhold.db']))
    expect(data).not.toContain('server-secret')
  })

  test('of the Debian package reads the settings as systemd does; those of the caller win', async () => {
    const printSettings = { mode: 0o755, bytes: Buffer.from('#!/bin/sh\nenv\n') }
    await unpackDebian([{ name: `${place}/envhold-server`, ...printSettings }])
    const file = [
      '# PORT=1',
      '; HOST=1',
      'MAIL_FROM=Envhold <envhold@example.com>',
      'SUPPORT_EMAIL="help@example.com"',
      "SUSPENSION_MESSAGE='Ask $HOME; `true` # now'",
      'DATABASE_URL=postgres://db/envhold?a=b=',
      'DATA_DIR=/elsewhere',
      'not a setting',
      'LOG_LEVEL=debug',
    ]
    await writeFile(join(root, 'etc/envhold/envhold.env'), file.join('\n'))
    const caller = { DATA_DIR: '/mine', SERVER_SECRET: 'of the caller' }
    const said = (await runInstalled('envhold-server', caller)).split('\n')
    expect(said.filter((line) => !/^(PATH|PWD|OLDPWD|SHLVL|_)=/.test(line)).sort()).toEqual([
      '',
      'DATABASE_URL=postgres://db/envhold?a=b=',
      'DATA_DIR=/mine',
      'LOG_LEVEL=debug',
      'MAIL_FROM=Envhold <envhold@example.com>',
      'SERVER_SECRET=of the caller',
      'SUPPORT_EMAIL=help@example.com',
      'SUSPENSION_MESSAGE=Ask $HOME; `true` # now',
    ])
  })

  test('of the Debian package runs no command without the settings, but the service', async () => {
    const say = { mode: 0o755, bytes: Buffer.from('#!/bin/sh\necho "ran $1"\n') }
    await unpackDebian([{ name: `${place}/envhold-server`, ...say }])
    await chmod(root, 0o755)
    const runAsOther = (line: string, settings = {}) =>
      runInstalled(`setpriv --reuid=65534 --regid=65534 --clear-groups ${line}`, settings)
    await expect(runAsOther('envhold-server backup create')).rejects.toThrow(
      'this user cannot read /etc/envhold/envhold.env: run it with sudo',
    )
    await expect(runAsOther('envhold-server serve')).rejects.toThrow('run it with sudo')
    expect(await runAsOther('envhold-server serve', { INVOCATION_ID: '1' })).toBe('ran serve\n')
    expect(await runAsOther('envhold-server backup --help')).toBe('ran backup\n')
    expect(await runInstalled('envhold-server backup create')).toBe('ran backup\n')
  })

  test('of the Debian package keeps the secret of a service that systemd 249 gave none', async () => {
    const path = (name: string) => join(root, name)
    const runAsOther49 = 'mount --bind "$1/etc/envhold" /etc/envhold; sh "$1/preinst" upgrade 1.0.0'
    await unpackDebian([systemctl('Environment=DATA_DIR=/var/lib/envhold')])
    await run('dpkg-deb', ['-e', path('envhold.deb'), root])
    const secret = await readFile(path('etc/envhold/server-secret'), 'utf8')
    await mkdir(path('var/lib/envhold'), { recursive: true })
    expect(await runInstalled(runAsOther49)).toBe('')
    await writeFile(path('var/lib/envhold/server-secret'), 'used')
    expect(await runInstalled(runAsOther49)).toMatch(/Replace your offline copy/)
    expect(await runInstalled(runAsOther49)).toBe('')
    expect(await readFile(path('etc/envhold/server-secret'), 'utf8')).toBe('used')
    expect(await readFile(path('etc/envhold/server-secret.unused'), 'utf8')).toBe(secret)
  })

  test('of the Debian package leaves the secret of a service that has it', async () => {
    await unpackDebian([systemctl('Environment=DATA_DIR=/x SERVER_SECRET_FILE=/run/credentials/x')])
    await run('dpkg-deb', ['-e', join(root, 'envhold.deb'), root])
    const secret = await readFile(join(root, 'etc/envhold/server-secret'), 'utf8')
    await mkdir(join(root, 'var/lib/envhold'), { recursive: true })
    await writeFile(join(root, 'var/lib/envhold/server-secret'), 'of an earlier instance')
    expect(await runInstalled('sh "$1/preinst" upgrade 1.0.0')).toBe('')
    expect(await readFile(join(root, 'etc/envhold/server-secret'), 'utf8')).toBe(secret)
  })

  test('of the image runs without a shell', async () => {
    const node = { name: `${place}/node`, mode: 0o777, linkTo: process.execPath }
    await unpackImage([node, ...(await entriesOf(join(builtFolder, 'server'), `${place}/server`))])
    expect(await runInstalled('exec envhold-server secret new 1')).toMatch(/^ehs_1_\w+\n$/)
  })
  test.skipIf(!findProgram('systemd-analyze'))('of an archive is what its units start', async () => {
    const starter = Buffer.from(`#!/bin/sh\nexec ${process.execPath} "$@"\n`)
    const node = { version: process.versions.node, bytes: starter, originalSha256: '' }
    const { name, bytes } = await packArchive({ ...order, node, commit: '0123456789ab' })
    await writeFile(join(root, name), bytes)
    const sum = createHash('sha256').update(bytes).digest('hex')
    await writeFile(join(root, 'SHA256SUMS'), `${sum}  ${name}\n`)
    const prefix = join(root, 'usr/local')
    const install = join(repository, 'deploy/install.sh')
    await run('sh', [install, join(root, name)], { env: { ...process.env, PREFIX: prefix } })
    const units = join('/usr/local/lib', name.replace('.tar.gz', ''), 'systemd')
    const analyzed = `cp ${units}/envhold.* /etc/systemd/system; systemd-analyze verify envhold.service`
    expect(await runInstalled(`mount -t tmpfs tmpfs /etc/systemd/system; ${analyzed} 2>&1`)).toBe('')
  })
})

test('the unit and the manual name the secret in a way that systemd 249 knows', async () => {
  for (const name of ['deploy/systemd/envhold.service', 'docs/manual/overview/hardening.md'])
    expect(await readFile(join(repository, name), 'utf8'), name).toMatch(
      /^LoadCredential=(.+):.+\nEnvironment=SERVER_SECRET_FILE=\/run\/credentials\/%n\/\1$/m,
    )
})
