/**
 * The files of the command line that an instance serves, in the release folder of the server: `envhold.tgz` for npm, and
 * `envhold.mjs`, the whole command line in one file. The same sources give the same bytes.
 */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { pack } from 'tar-stream'
import { buildCli, buildSingleFile } from './build.ts'

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

/** Any fixed date works; npm itself uses this one. */
const mtime = new Date('1985-10-26T08:15:00.000Z')

/** The manifest as npm reads it, without build steps or dependencies, of which the bundles hold copies. */
async function manifestText(): Promise<string> {
  const {
    dependencies: _,
    scripts: __,
    ...manifest
  } = JSON.parse(await readFile(here('package.json'), 'utf8'))
  return `${JSON.stringify(manifest, null, 2)}\n`
}

async function archive(dist: string): Promise<Uint8Array> {
  const entries: (readonly [name: string, bytes: string | Buffer])[] = [
    ['package.json', await manifestText()],
    ['README.md', await readFile(here('README.md'))],
  ]
  const built = (await readdir(dist, { withFileTypes: true })).filter((entry) => entry.isFile())
  for (const { name } of built.sort((left, right) => (left.name < right.name ? -1 : 1)))
    entries.push([`dist/${name}`, await readFile(join(dist, name))])
  const tar = pack()
  for (const [name, bytes] of entries) {
    const mode = name === 'dist/envhold.mjs' ? 0o755 : 0o644
    tar.entry({ name: `package/${name}`, mode, mtime, uid: 0, gid: 0 }, bytes)
  }
  tar.finalize()
  const chunks: Uint8Array[] = []
  for await (const chunk of tar as AsyncIterable<Uint8Array>) chunks.push(chunk)
  return promisify(gzip)(Buffer.concat(chunks), { level: 9 })
}

/** Builds the command line and the files that are served. */
export async function buildDownloads(): Promise<void> {
  const dist = dirname(await buildCli())
  const folder = here('../../build/envhold-server/cli')
  await mkdir(folder, { recursive: true })
  await buildSingleFile(join(folder, 'envhold.mjs'))
  await writeFile(join(folder, 'envhold.tgz'), await archive(dist))
}
