// `npm run release -- 1.0.0 [--out DIR] [--only x64]`: everything that people download of a version. The same commit
// gives the same bytes.

import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import manifest from '../../package.json' with { type: 'json' }
import { root } from '../setup/root.mjs'
import { billOfMaterials, ingredientsOf } from './bill.ts'
import { debianBase } from './image.ts'
import { nodeProgram } from './node-program.ts'
import { builtFolder, type Packed, packArchive, packDebian, packImage, packNpm } from './pack.ts'

const run = promisify(execFile)

const { values, positionals } = parseArgs({
  options: {
    out: { type: 'string', default: 'build/release' },
    only: { type: 'string' },
    key: { type: 'string' },
  },
  allowPositionals: true,
})
const [version] = positionals
const out = resolve(values.out)
const architectures = (['x64', 'arm64'] as const).filter((name) => !values.only || values.only === name)

try {
  requireVersion(version)
  await release(version)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}

function requireVersion(version: string | undefined): asserts version is string {
  if (version !== manifest.version)
    throw new Error(
      `package.json has version ${manifest.version}. For another one: npm version ${version ?? 'VERSION'} --workspaces --include-workspace-root --no-git-tag-version, and commit it.`,
    )
}

async function release(version: string): Promise<void> {
  const { commit, epoch } = await readCommit()
  const time = new Date(epoch * 1_000)
  await rm(out, { recursive: true, force: true })
  await mkdir(out, { recursive: true })
  const say = (file: string) => console.log(`   ${file}`)
  const write = async (file: string, bytes: Buffer | string) => {
    await writeFile(join(out, file), bytes)
    say(file)
  }
  const writePacked = ({ name, bytes }: Packed) => write(name, bytes)
  await build(commit)
  const nodes = await Promise.all(
    architectures.map(async (architecture) => [architecture, await nodeProgram(architecture)] as const),
  )
  const base = await debianBase().catch((error: Error) => error)
  for (const [architecture, node] of nodes) {
    const order = { version, commit, time, architecture, node }
    for (const pack of [packArchive, packDebian]) await writePacked(await pack(order))
    if (architecture !== process.arch) continue
    if (base instanceof Error) console.log(`   no image: Debian's packages cannot be had: ${base.message}`)
    else await writePacked(await packImage(order, base))
  }
  await writePacked(await packNpm({ version, time }))
  await copyFile(join(builtFolder, 'cli/envhold.tgz'), join(out, `envhold-${version}.tgz`))
  say(`envhold-${version}.tgz`)
  const ingredients = await ingredientsOf(builtFolder)
  await write(`envhold-server-${version}.cdx.json`, billOfMaterials(version, ingredients, nodes))
  await write(`CHANGES-${version}.md`, await changesOf(version))
  await write('install.sh', await readFile(join(root, 'deploy/install.sh')))
  await write('SHA256SUMS', await sums())
  if (values.key) {
    await run('minisign', ['-S', '-s', values.key, '-m', join(out, 'SHA256SUMS'), '-t', `envhold ${version}`])
    say('SHA256SUMS.minisig')
  }
  console.log(`\nVersion ${version} of commit ${commit} is in ${out}`)
}

/** @throws Error when something is not committed: it would be in the release, and in no commit */
async function readCommit(): Promise<{ commit: string; epoch: number }> {
  const git = async (...args: string[]) => (await run('git', args, { cwd: root })).stdout.trim()
  if ((await git('status', '--porcelain')) !== '')
    throw new Error('Commit or remove what `git status` shows first.')
  const [commit = '', seconds] = (await git('show', '-s', '--format=%H %ct')).split(' ')
  return { commit: commit.slice(0, 12), epoch: Number(seconds) }
}

async function build(commit: string): Promise<void> {
  await rm(builtFolder, { recursive: true, force: true })
  const vite = ['node_modules/vite/bin/vite.js', 'build', 'apps/web', '--logLevel', 'warn']
  for (const args of [['apps/server/build.ts', commit], vite, ['dev/setup/build-cli.ts']]) {
    console.log(`Building: ${args[0]}`)
    // With another mode, the web app would contain the paths of its sources.
    await run(process.execPath, args, { cwd: root, env: { ...process.env, NODE_ENV: 'production' } })
  }
  // The next start of the sources builds the server again, without the commit.
  await rm(join(root, 'node_modules/.cache/envhold/server.built'), { force: true })
}

/** The part of CHANGELOG.md about the version, or what is not released yet. */
async function changesOf(version: string): Promise<string> {
  const parts = (await readFile(join(root, 'CHANGELOG.md'), 'utf8')).split(/^(?=## )/m)
  const part =
    parts.find((text) => text.startsWith(`## ${version}`)) ??
    parts.find((text) => text.startsWith('## Unreleased'))
  if (!part) throw new Error(`CHANGELOG.md has nothing about ${version}`)
  return part
}

async function sums(): Promise<string> {
  const files = (await readdir(out)).sort()
  const lines = files.map(async (name) => {
    const bytes = await readFile(join(out, name))
    return `${createHash('sha256').update(bytes).digest('hex')}  ${name}\n`
  })
  return (await Promise.all(lines)).join('')
}
