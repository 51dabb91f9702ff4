// `node dev/release/compare-installs.ts build/release [bookworm|trixie]`: what each way of installing a release costs
// on a bare Debian, from the downloaded file to the first answered inject, beside `npm start` from a clone. Prints a
// table. Needs root, mmdebstrap and git.

import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { copyFile, cp, mkdir, readdir, readFile, realpath, stat, symlink, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { findProgram } from '../faults/find-program.ts'
import { root } from '../setup/root.mjs'
import { freePort } from '../world/postgres-process.ts'
import { createMachine, type Machine, missingForMachines, type Suite } from './debian-machine.ts'
import { readFirstKey, setUpFirstKey } from './use-instance.ts'

const run = promisify(execFile)

interface Way {
  readonly name: string
  /** Of a release: what is downloaded. */
  readonly file?: RegExp
  /** Packages that have to be there before, and are not measured. */
  readonly prepare?: (machine: Machine) => Promise<void>
  /** Runs in /root/release, beside the file. */
  readonly install?: string
  readonly serve: string
  /** Downloaded besides the file, in bytes; `said` is what the installation printed. */
  readonly more?: (machine: Machine, said: string) => Promise<number>
}

const usage = 'Name the folder of a release: node dev/release/compare-installs.ts build/release'
const [release = '', suite = 'bookworm'] = process.argv.slice(2)
const missing = missingForMachines('git') ?? (existsSync(join(release, 'SHA256SUMS')) ? undefined : usage)
if (missing) {
  console.error(`Missing: ${missing}`)
  process.exit(1)
}

/** This machine's npm and a Node, with its registry. */
async function addNpm({ root: machine }: Machine, node: string): Promise<void> {
  const npm = dirname(dirname(await realpath(findProgram('npm') ?? '')))
  await cp(npm, join(machine, 'usr/local/lib/npm'), { recursive: true })
  for (const name of ['npm', 'npx'])
    await symlink(`../lib/npm/bin/${name}-cli.js`, join(machine, `usr/local/bin/${name}`))
  await copyFile(await realpath(node), join(machine, 'usr/local/bin/node'))
  const lines: string[] = []
  for (const key of ['registry', 'proxy', 'https-proxy']) {
    const { stdout } = await run('npm', ['config', 'get', key])
    if (stdout.trim() !== 'null') lines.push(`${key}=${stdout.trim()}`)
  }
  const authorities = (await run('npm', ['config', 'get', 'cafile'])).stdout.trim()
  if (existsSync(authorities)) {
    await copyFile(authorities, join(machine, 'root/authorities.pem'))
    lines.push('cafile=/root/authorities.pem')
  }
  await writeFile(join(machine, 'root/.npmrc'), `${lines.join('\n')}\n`)
}

async function sizeOf(folder: string, isCounted: (path: string) => boolean = () => true): Promise<number> {
  let size = 0
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isFile() && isCounted(path)) size += (await stat(path)).size
  }
  return size
}

/** What npm downloaded is what its cache has. */
const npmCache = ({ root: machine }: Machine) => sizeOf(join(machine, 'root/.npm/_cacache/content-v2'))

const ways: readonly Way[] = [
  {
    name: 'archive',
    file: /linux-x64\.tar\.gz$/,
    install: 'sh install.sh envhold-server-*.tar.gz',
    serve: 'exec envhold-server serve',
  },
  {
    name: 'Debian package',
    file: /_amd64\.deb$/,
    prepare: async (machine) => {
      await machine.run('apt-get update -q >/dev/null')
    },
    install: 'apt-get install -y -q --no-install-recommends ./envhold-server_*.deb',
    serve: 'exec envhold-server serve',
    more: async (_, said) => Number(/Need to get ([\d,]+) kB/.exec(said)?.[1]?.replace(',', '') ?? 0) * 1e3,
  },
  {
    name: 'npm package, with Node 24 installed',
    file: /^envhold-server-[\d.]+\.tgz$/,
    prepare: (machine) => addNpm(machine, process.execPath),
    serve: 'exec npx --yes --package ./envhold-server-*.tgz -- envhold-server serve',
  },
  {
    name: '`npm start` in a clone, with Node 20 installed',
    prepare: async (machine) => {
      await addNpm(machine, findProgram('node') ?? process.execPath)
      await run('git', [
        'clone',
        '--quiet',
        '--no-local',
        '--depth',
        '1',
        `file://${root}`,
        join(machine.root, 'root/release/clone'),
      ])
    },
    serve: 'cd clone; exec npm start -- --no-open',
    more: async (machine) =>
      (await npmCache(machine)) + (await sizeOf(join(machine.root, 'root/release/clone/.git'))),
  },
]

/** Processor time of a process and of its children, also of those that run. */
async function processorSeconds(pid: number): Promise<number> {
  const line = await readFile(`/proc/${pid}/stat`, 'latin1')
  const fields = line
    .slice(line.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number)
  const own = fields.slice(11, 15).reduce((sum, ticks) => sum + ticks, 0) / 100
  const children = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).split(' ').filter(Boolean)
  const theirs = await Promise.all(children.map((child) => processorSeconds(Number(child))))
  return own + theirs.reduce((sum, seconds) => sum + seconds, 0)
}

async function measure(way: Way): Promise<string> {
  const machine = await createMachine(suite as Suite)
  try {
    const place = join(machine.root, 'root/release')
    await mkdir(place)
    const files = (await readdir(release)).filter((name) => way.file?.test(name))
    for (const name of [...files, 'SHA256SUMS', 'install.sh'])
      await copyFile(join(release, name), join(place, name))
    await way.prepare?.(machine)
    const isOurs = (path: string) =>
      !path.startsWith(join(machine.root, 'proc')) &&
      !/\/(var\/lib\/envhold|var\/cache|var\/lib\/apt|release\/(clone\/)?data)\//.test(path) &&
      !(dirname(path) === place && files.includes(basename(path)))
    const before = await sizeOf(machine.root, isOurs)
    const begun = performance.now()
    const said = way.install ? await machine.run(`cd /root/release; ${way.install}; times`) : ''
    const times = [...said.matchAll(/(\d+)m([\d.]+)s/g)].map(([, m, s]) => Number(m) * 60 + Number(s))
    const port = await freePort()
    const url = `http://127.0.0.1:${port}`
    const settings = { PORT: String(port), BROWSER: 'none' }
    const server = await machine.start(`cd /root/release; ${way.serve}`, /Envhold is ready/, settings)
    const key = await setUpFirstKey(url)
    await readFirstKey(url, key)
    const seconds = (performance.now() - begun) / 1_000
    const processor = (await processorSeconds(server.pid)) + times.reduce((sum, time) => sum + time, 0)
    await server.end()
    const installed = (await sizeOf(machine.root, isOurs)) - before
    const sizes = await Promise.all(files.map(async (name) => (await stat(join(release, name))).size))
    const downloaded = sizes.reduce((sum, size) => sum + size, 0) + ((await way.more?.(machine, said)) ?? 0)
    const mb = (bytes: number) => (bytes / 1e6).toFixed(0)
    const cells = [way.name, mb(downloaded), mb(installed), processor.toFixed(1), seconds.toFixed(1)]
    return `| ${cells.join(' | ')} |`
  } finally {
    await machine.remove()
  }
}

console.log('| way | downloaded MB | installed MB | processor seconds | seconds |\n|---|---:|---:|---:|---:|')
for (const way of ways) console.log(await measure(way))
