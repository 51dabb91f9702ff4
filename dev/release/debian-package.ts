/** The package for Debian and its descendants, deb(5): the release in `/usr/lib/envhold-server`, its units and its user. */
import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { root } from '../setup/root.mjs'
import { compress, type Entry, foldersAbove, tar } from './archive.ts'
import type { Architecture } from './node-program.ts'

export interface PackageToMake {
  /** The release with its Node, at `usr/lib/envhold-server`. */
  readonly release: readonly Entry[]
  readonly version: string
  readonly architecture: Architecture
  readonly time: Date
  /** `none` is for tests, because xz takes minutes. */
  readonly compression?: 'xz' | 'none'
}

export const debianArchitectures: Readonly<Record<Architecture, string>> = { x64: 'amd64', arm64: 'arm64' }

const control = ({ version, architecture }: PackageToMake, kibibytes: number) => `Package: envhold-server
Version: ${version.replace('-', '~')}
Architecture: ${debianArchitectures[architecture]}
Maintainer: Envhold <envhold@localhost>
Installed-Size: ${kibibytes}
Section: net
Priority: optional
Depends: adduser, libc6 (>= 2.28), libgcc-s1, libstdc++6
Recommends: ca-certificates, systemd
Suggests: postgresql-client
Description: vault for the environment variables of software projects
 The server, its web app and its command line, with the Node that runs them.
`

const file = async (name: string, from: string, mode = 0o644): Promise<Entry> => ({
  name,
  mode,
  bytes: await readFile(join(root, from)),
})

const settings = 'etc/envhold/envhold.env'

/** Everything besides the release. */
const more = async (): Promise<Entry[]> => [
  await file('usr/bin/envhold-server', 'deploy/debian/envhold-server', 0o755),
  await file('usr/lib/systemd/system/envhold.service', 'deploy/systemd/envhold.service'),
  await file('usr/lib/systemd/system/envhold.socket', 'deploy/systemd/envhold.socket'),
  { name: 'usr/share/doc/envhold-server/docs', mode: 0o777, linkTo: '../../../lib/envhold-server/docs' },
  await file('usr/share/doc/envhold-server/copyright', 'LICENSE'),
  // Passwords of databases and mail servers may stand in it.
  await file(settings, 'deploy/debian/envhold.env', 0o640),
]

/** Entries below `./`, each after its folders. */
function rooted(entries: readonly Entry[]): Entry[] {
  const named = new Map(
    entries.flatMap((entry) => [...foldersAbove(entry.name), entry]).map((entry) => [entry.name, entry]),
  )
  return [
    { name: '.', mode: 0o755 },
    ...[...named.values()].map((entry) => ({ ...entry, name: `./${entry.name}` })),
  ]
}

export async function makeDebianPackage(order: PackageToMake): Promise<Buffer> {
  const entries = rooted([...order.release, ...(await more())])
  const size = entries.reduce((sum, { bytes }) => sum + (bytes?.length ?? 0), 0)
  const text = (name: string, content: string): Entry => ({ name, mode: 0o644, bytes: Buffer.from(content) })
  const about = rooted([
    text('control', control(order, Math.ceil(size / 1_024))),
    text('conffiles', `/${settings}\n`),
    ...(await Promise.all(
      ['preinst', 'postinst', 'prerm', 'postrm'].map((name) => file(name, `deploy/debian/${name}`, 0o755)),
    )),
  ])
  const data = await tar(entries, order.time)
  return ar(
    [
      ['debian-binary', Buffer.from('2.0\n')],
      ['control.tar.gz', await compress(await tar(about, order.time))],
      order.compression === 'none' ? ['data.tar', data] : ['data.tar.xz', await xz(data)],
    ],
    order.time,
  )
}

/** One thread, because more write other bytes. */
async function xz(bytes: Buffer): Promise<Buffer> {
  const child = spawn('xz', ['-6', '--threads=1', '--stdout'], { stdio: ['pipe', 'pipe', 'inherit'] })
  child.stdin.end(bytes)
  const compressed = await buffer(child.stdout)
  if (compressed.length === 0) throw new Error('xz wrote nothing')
  return compressed
}

/** An archive as ar(5) has it: a line of 60 characters before each member, which begin at even places. */
function ar(files: readonly (readonly [name: string, bytes: Buffer])[], time: Date): Buffer {
  const seconds = String(time.getTime() / 1_000)
  const parts = files.flatMap(([name, bytes]) => [
    Buffer.from(
      `${name.padEnd(16)}${seconds.padEnd(12)}${'0'.padEnd(6)}${'0'.padEnd(6)}${'100644'.padEnd(8)}${String(bytes.length).padEnd(10)}\`\n`,
    ),
    bytes,
    Buffer.from(bytes.length % 2 === 0 ? '' : '\n'),
  ])
  return Buffer.concat([Buffer.from('!<arch>\n'), ...parts])
}
