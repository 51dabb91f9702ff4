/** The container image, as an archive of the OCI image layout (image-spec 1.1), without a tool for containers. */
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { compress, type Entry, entriesOf, foldersAbove, tar } from './archive.ts'
import type { Architecture } from './node-program.ts'

/** What Node needs besides its own file, from Debian; everything else stays out, a shell too. */
const basePackages = ['libc6', 'libgcc-s1', 'libstdc++6', 'gcc-12-base', 'tzdata', 'ca-certificates']
const user = 65532
const folder = '/usr/lib/envhold-server'
const program = '/usr/bin/envhold-server'
const second = 1_000_000_000

export interface BasePackage {
  readonly name: string
  readonly version: string
}

export interface Base {
  readonly packages: readonly BasePackage[]
  readonly entries: readonly Entry[]
}

const run = promisify(execFile)

const text = (name: string, content: string, mode = 0o644): Entry => ({
  name,
  mode,
  bytes: Buffer.from(content),
})
const linked = (name: string): Entry => ({ name, mode: 0o777, linkTo: `usr/${name}` })

/** Files that Debian writes when it installs, and the folder of the data. */
const written: readonly Entry[] = [
  ...['bin', 'sbin', 'lib', 'lib64'].map(linked),
  text('etc/passwd', `root:x:0:0::/:/none\nenvhold:x:${user}:${user}::/data:/none\n`),
  text('etc/group', `root:x:0:\nenvhold:x:${user}:\n`),
  text('etc/nsswitch.conf', 'hosts: files dns\n'),
  { name: 'tmp', mode: 0o1777 },
  { name: 'data', mode: 0o700, uid: user },
]

const isUnneeded = (name: string) =>
  /^(usr\/share\/(doc|man|lintian|locale|bash-completion)|usr\/sbin|etc\/ca-certificates|var)(\/|$)/.test(
    name,
  )

/** The packages are those of the machine's Debian, whose signatures apt checks. */
export async function debianBase(): Promise<Base> {
  const work = await mkdtemp(join(tmpdir(), 'envhold-base-'))
  try {
    await run('apt-get', ['download', '-q', '-o', 'APT::Sandbox::User=root', ...basePackages], { cwd: work })
    const root = join(work, 'root')
    await mkdir(root)
    const packages: BasePackage[] = []
    for (const file of (await readdir(work)).filter((name) => name.endsWith('.deb')).sort()) {
      await run('dpkg-deb', ['-x', join(work, file), root])
      const { stdout } = await run('dpkg-deb', ['-f', join(work, file), 'Package', 'Version'])
      const [name = '', version = ''] = [...stdout.matchAll(/: (.+)$/gm)].map(([, value]) => value)
      packages.push({ name, version })
    }
    const unpacked = (await entriesOf(root, 'base')).slice(1)
    const entries = unpacked
      .map((entry) => ({
        ...entry,
        name: entry.name.replace(/^base\/((s?bin|lib|lib64)(\/|$))?/, (_, part = '') =>
          part ? `usr/${part}` : '',
        ),
      }))
      .filter(({ name }) => !isUnneeded(name))
    return { packages, entries: [...entries, ...written, certificates(entries)] }
  } finally {
    await rm(work, { recursive: true })
  }
}

/** All certificates in one file, which programs look for here. */
function certificates(entries: readonly Entry[]): Entry {
  const all = entries
    .filter(({ name }) => /^usr\/share\/ca-certificates\/.+\.crt$/.test(name))
    .toSorted((left, right) => (left.name < right.name ? -1 : 1))
  return text('etc/ssl/certs/ca-certificates.crt', all.map(({ bytes }) => bytes?.toString() ?? '').join('\n'))
}

/** Starts the server and its commands. The kernel runs it with Node, because there is no shell. */
const starter = text(
  program.slice(1),
  `#!${folder}/node --max-semi-space-size=4\nimport '${folder}/server/main.js'\n`,
  0o755,
)

interface Blob {
  readonly digest: string
  readonly bytes: Buffer
}

const digestOf = (bytes: Buffer) => `sha256:${createHash('sha256').update(bytes).digest('hex')}`
const blob = (bytes: Buffer): Blob => ({ bytes, digest: digestOf(bytes) })
const json = (value: unknown): Blob => blob(Buffer.from(JSON.stringify(value)))
const described = (mediaType: string, { digest, bytes }: Blob) => ({ mediaType, digest, size: bytes.length })

export interface ImageToMake {
  /** The release, with the Node of the architecture. */
  readonly release: readonly Entry[]
  readonly base: Base
  readonly version: string
  readonly commit: string
  readonly architecture: Architecture
  readonly time: Date
}

const settings = ({ version, commit, base }: ImageToMake) => ({
  User: `${user}:${user}`,
  ExposedPorts: { '4680/tcp': {} },
  Env: ['HOST=0.0.0.0', 'DATA_DIR=/data', 'MALLOC_ARENA_MAX=1'],
  Entrypoint: [program],
  Cmd: ['serve'],
  Volumes: { '/data': {} },
  WorkingDir: '/',
  StopSignal: 'SIGTERM',
  Healthcheck: {
    Test: ['CMD', program, 'healthcheck'],
    Interval: 30 * second,
    Timeout: 6 * second,
    StartPeriod: 20 * second,
  },
  Labels: {
    'org.opencontainers.image.title': 'Envhold',
    'org.opencontainers.image.version': version,
    'org.opencontainers.image.revision': commit,
    'org.opencontainers.image.licenses': 'Apache-2.0',
    'envhold.base': base.packages.map(({ name, version: number }) => `${name}=${number}`).join(' '),
  },
})

/** An archive that `docker load`, `podman load` and `skopeo copy` read. */
export async function makeImage(order: ImageToMake): Promise<Buffer> {
  const { base, release, version, architecture, time } = order
  const created = time.toISOString()
  const layers = await Promise.all(
    [
      base.entries,
      [...foldersAbove(folder.slice(1)), ...release, { name: 'usr/bin', mode: 0o755 }, starter],
    ].map(async (entries) => {
      const plain = await tar(entries, time)
      return { diffId: digestOf(plain), layer: blob(await compress(plain)) }
    }),
  )
  const config = json({
    created,
    architecture: architecture === 'x64' ? 'amd64' : 'arm64',
    os: 'linux',
    config: settings(order),
    rootfs: { type: 'layers', diff_ids: layers.map(({ diffId }) => diffId) },
    history: layers.map((_, index) => ({
      created,
      created_by: index === 0 ? 'Debian' : `Envhold ${version}`,
    })),
  })
  const manifest = json({
    schemaVersion: 2,
    mediaType: 'application/vnd.oci.image.manifest.v1+json',
    config: described('application/vnd.oci.image.config.v1+json', config),
    layers: layers.map(({ layer }) => described('application/vnd.oci.image.layer.v1.tar+gzip', layer)),
  })
  const index = json({
    schemaVersion: 2,
    mediaType: 'application/vnd.oci.image.index.v1+json',
    manifests: [
      {
        ...described('application/vnd.oci.image.manifest.v1+json', manifest),
        annotations: { 'org.opencontainers.image.ref.name': version },
      },
    ],
  })
  const pathOf = ({ digest }: Blob) => `blobs/${digest.replace(':', '/')}`
  const blobs = [config, manifest, ...layers.map(({ layer }) => layer)]
  // Older versions of Docker read this file and not the index.
  const forDocker = [
    {
      Config: pathOf(config),
      RepoTags: [`envhold-server:${version}`],
      Layers: layers.map(({ layer }) => pathOf(layer)),
    },
  ]
  return await tar(
    [
      text('oci-layout', '{"imageLayoutVersion":"1.0.0"}'),
      text('manifest.json', JSON.stringify(forDocker)),
      { name: 'index.json', mode: 0o644, bytes: index.bytes },
      ...blobs.map((one) => ({ name: pathOf(one), mode: 0o644, bytes: one.bytes })),
    ],
    time,
  )
}
