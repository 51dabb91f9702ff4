// The Debian package, installed in bare Debians, and with their systemd.

import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findProgram } from '../faults/find-program.ts'
import { freePort } from '../world/postgres-process.ts'
import { boot, createMachine, type Machine, missingForMachines, type Suite } from './debian-machine.ts'
import { nodeProgram } from './node-program.ts'
import { type PackOrder, packDebian } from './pack.ts'
import { readFirstKey, setUpFirstKey } from './use-instance.ts'

const missing = process.env.ENVHOLD_LONG_RUNS === '1' ? missingForMachines('dpkg-deb') : '--long'
const missingSystemd = missing ?? (findProgram('systemd-nspawn') ? undefined : 'systemd-nspawn')
const unless = (what: string | undefined) => (what ? ` (needs ${what})` : '')

const older = '1.0.0'
const newer = '1.0.1'
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'envhold-debian-'))
  if (missing) return
  const node = await nodeProgram('x64')
  const order: Omit<PackOrder, 'version'> = {
    commit: '0123456789ab',
    time: new Date('2026-11-27T12:00:00Z'),
    architecture: 'x64',
    node,
  }
  for (const version of [older, newer]) {
    const { bytes } = await packDebian({ ...order, version, compression: 'none' })
    await writeFile(join(folder, `${version}.deb`), bytes)
  }
}, 600_000)
afterAll(() => rm(folder, { recursive: true, force: true }))

async function bring(machine: Machine, version: string): Promise<void> {
  await writeFile(join(machine.root, 'root/envhold.deb'), await readFile(join(folder, `${version}.deb`)))
}
const readVersion = "dpkg -s envhold-server | grep '^Version:'"
const install = 'apt-get install -y -q /root/envhold.deb >/dev/null'

describe.skipIf(missing).each<Suite>(['bookworm', 'trixie'])(`%s${unless(missing)}`, (suite) => {
  let machine: Machine
  beforeAll(async () => {
    machine = await createMachine(suite)
  }, 600_000)
  afterAll(() => machine?.remove())

  test('installs, upgrades with its data, keeps them when removed, and forgets them when purged', async () => {
    const port = await freePort()
    const url = `http://127.0.0.1:${port}`
    const start = () => machine.start('exec envhold-server serve', /Envhold is ready/, { PORT: String(port) })

    await bring(machine, older)
    await machine.run(`apt-get update -q >/dev/null; ${install}`)
    expect(await machine.run('getent passwd envhold')).toMatch(/:\/var\/lib\/envhold:\/usr\/sbin\/nologin$/m)
    expect(
      await machine.run(
        "stat -c '%n %U %a' /var/lib/envhold /etc/envhold/server-secret /etc/envhold/envhold.env",
      ),
    ).toBe(
      '/var/lib/envhold envhold 700\n/etc/envhold/server-secret root 600\n/etc/envhold/envhold.env root 640\n',
    )
    const secret = await machine.run('cat /etc/envhold/server-secret')
    let server = await start()
    const key = await setUpFirstKey(url)
    expect(await server.end()).toBe(0)

    await machine.run('echo "SIGN_UPS=closed" >>/etc/envhold/envhold.env')
    await bring(machine, newer)
    await machine.run(install)
    expect(await machine.run(readVersion)).toBe(`Version: ${newer}\n`)
    expect(await machine.run('cat /etc/envhold/server-secret')).toBe(secret)
    expect(await machine.run('cat /etc/envhold/envhold.env')).toMatch(/^SIGN_UPS=closed$/m)
    server = await start()
    await readFirstKey(url, key)
    expect(await server.end()).toBe(0)

    await machine.run('apt-get remove -y -q envhold-server >/dev/null')
    await machine.run('ls /var/lib/envhold/envhold.db /etc/envhold/envhold.env /etc/envhold/server-secret')
    await expect(machine.run('envhold-server --version')).rejects.toThrow('not found')
    await machine.run(install)
    server = await start()
    await readFirstKey(url, key)
    expect(await server.end()).toBe(0)

    const said = await machine.run('apt-get purge -y -q envhold-server 2>&1')
    expect(said).not.toMatch(/warning/i)
    expect(
      await machine.run('ls -d /var/lib/envhold /etc/envhold /usr/lib/envhold-server 2>&1 || true'),
    ).toMatch(/^(.*No such file or directory\n){3}$/)
    expect(await machine.run('getent passwd envhold || echo none')).toBe('none\n')
  }, 900_000)
})

describe.skipIf(missingSystemd).each<Suite>(['bookworm', 'trixie'])(
  `systemd of %s${unless(missingSystemd)}`,
  (suite) => {
    test('starts the service, and loses no call when it restarts or is upgraded', async () => {
      const machine = await createMachine(suite, ['systemd', 'dbus', 'adduser'])
      const port = await freePort()
      const url = `http://127.0.0.1:${port}`
      // The network is that of this machine, where the usual port may be in use.
      const socket = join(machine.root, 'etc/systemd/system/envhold.socket.d')
      await mkdir(socket, { recursive: true })
      await writeFile(join(socket, 'port.conf'), `[Socket]\nListenStream=\nListenStream=127.0.0.1:${port}\n`)
      // A user namespace inside that of the container is refused here.
      const service = join(machine.root, 'etc/systemd/system/envhold.service.d')
      await mkdir(service, { recursive: true })
      await writeFile(join(service, 'container.conf'), '[Service]\nPrivateUsers=no\n')
      await bring(machine, older)
      await chmod(machine.root, 0o755)
      const booted = await boot(machine)
      try {
        await booted.run('apt-get update -q >/dev/null')
        await booted.run(install)
        expect(await booted.run('systemctl is-enabled envhold.socket envhold.service')).toBe(
          'enabled\nenabled\n',
        )
        const key = await setUpFirstKey(url)
        await booted.run('envhold-server backup create && envhold-server verify')
        const score = await booted.run('systemd-analyze security --no-pager envhold.service | tail -n 1')
        expect(Number(/exposure level.*: (\d\.\d)/.exec(score)?.[1])).toBeLessThanOrEqual(1.3)

        await bring(machine, newer)
        const outcomes = await callWhile(url, async () => {
          for (let round = 0; round < 3; round++) await booted.run('systemctl restart envhold.service')
          await booted.run(install)
        })
        expect(outcomes.calls).toBeGreaterThanOrEqual(1_000)
        expect(outcomes.failures).toEqual([])
        expect(await booted.run(readVersion)).toBe(`Version: ${newer}\n`)
        await readFirstKey(url, key)

        await booted.run('apt-get purge -y -q envhold-server >/dev/null')
        expect(await booted.run('systemctl is-active envhold.service envhold.socket || true')).toBe(
          'inactive\ninactive\n',
        )
      } finally {
        await booted.halt()
        await machine.remove()
      }
    }, 900_000)
  },
)

/** Ten callers, each call on a connection of its own, until the work is done and for a thousand calls at least. */
async function callWhile(url: string, work: () => Promise<void>) {
  const failures: string[] = []
  let [calls, isDone] = [0, false]
  const call = () =>
    new Promise<string | undefined>((resolve) => {
      const sent = request(`${url}/api/health/live`, { agent: false }, (response) => {
        response.resume()
        response.once('end', () =>
          resolve(response.statusCode === 200 ? undefined : String(response.statusCode)),
        )
      })
      sent.once('error', (error) => resolve(error.message))
      sent.end()
    })
  const callers = Array.from({ length: 10 }, async () => {
    while (!isDone || calls < 1_000) {
      const failure = await call()
      calls++
      if (failure) failures.push(failure)
    }
  })
  await work()
  isDone = true
  await Promise.all(callers)
  return { calls, failures }
}
