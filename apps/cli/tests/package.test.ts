import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import manifest from '../package.json' with { type: 'json' }

const cli = fileURLToPath(new URL('..', import.meta.url))
let folder: string
let installed: string

/** Installs the served files in a folder without this repository. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'envhold-package-'))
  await writeFile(join(folder, 'package.json'), '{"private":true}')
  const archive = join(cli, '../../build/envhold-server/cli/envhold.tgz')
  const install = ['install', '--offline', '--silent', '--ignore-scripts', '--no-audit', archive]
  execFileSync('npm', install, { cwd: folder, stdio: 'pipe' })
  installed = join(folder, 'node_modules', 'envhold')
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Every Node on this machine from version 20. */
const nodes = (): string[] => {
  const paths = (process.env.PATH ?? '').split(delimiter).map((path) => join(path, 'node'))
  return [...new Set([process.execPath, ...paths])].filter((path) => {
    if (!existsSync(path)) return false
    const { stdout } = spawnSync(path, ['-p', 'process.versions.node'], { encoding: 'utf8' })
    return Number.parseInt(stdout, 10) >= 20
  })
}

test('contains the bundle and the licences, and has no dependencies', async () => {
  expect((await readdir(installed, { recursive: true })).sort()).toEqual([
    'README.md',
    'dist',
    'dist/LICENSE',
    'dist/LICENSE-hpagent',
    'dist/LICENSE-zod',
    'dist/commands.mjs',
    'dist/envhold.mjs',
    'package.json',
  ])
  expect(await readdir(join(folder, 'node_modules'))).toEqual(['.bin', '.package-lock.json', 'envhold'])
  const shipped: unknown = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8'))
  expect(shipped).not.toHaveProperty('dependencies')
  expect(shipped).not.toHaveProperty('devDependencies')
})

test('contains no path of the build machine', async () => {
  for (const name of ['envhold.mjs', 'commands.mjs'])
    expect(await readFile(join(installed, 'dist', name), 'utf8')).not.toContain(dirname(dirname(cli)))
})

test('runs by its name', () => {
  const bin = join(folder, 'node_modules', '.bin', 'envhold')
  expect(execFileSync(bin, ['--version'], { encoding: 'utf8' })).toBe(`${manifest.version}\n`)
})

test.each(nodes())('runs on %s', (node) => {
  const envhold = (words: string[], input = '') =>
    spawnSync(node, [join(installed, 'dist/envhold.mjs'), ...words], {
      input,
      cwd: folder,
      encoding: 'utf8',
      env: { PATH: process.env.PATH, HOME: folder, ENVHOLD_SERVER: 'http://127.0.0.1:9' },
    })
  expect(envhold(['help'])).toMatchObject({ status: 0, stderr: '' })
  const token = `ppt_${'A'.repeat(13)}_${'b'.repeat(49)}`
  const { status, stderr } = envhold(['login', '--token'], token)
  expect(stderr).toContain('cannot be reached')
  expect(status).toBe(1)
})
