import { spawnSync } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import module from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CliHome, cliHome } from './cli-world.ts'

const source = (path: string) => fileURLToPath(new URL(`../src/${path}`, import.meta.url))

/** Every module that is evaluated as soon as `entry` is imported. */
async function evaluatedBy(entry: string): Promise<string[]> {
  const { metafile } = await build({
    entryPoints: [source(entry)],
    bundle: true,
    write: false,
    metafile: true,
    platform: 'node',
    format: 'esm',
    absWorkingDir: source('.'),
  })
  const modules = new Set<string>()
  const look = (path: string): void => {
    if (modules.has(path)) return
    modules.add(path)
    for (const { path: next, kind, external } of metafile.inputs[path]?.imports ?? [])
      if (kind !== 'dynamic-import' && !external) look(next)
  }
  look(entry)
  return [...modules]
}

const withoutSchemas = [
  'certificate-problem.ts',
  'cli-download.ts',
  'format-count.ts',
  'idempotency.ts',
  'limits.ts',
  'protection.ts',
  'step-up.ts',
]

test.each(['dispatch.ts', 'commands/run.ts', 'commands/pull.ts', 'commands/get.ts'])(
  '%s evaluates no schema of the contract',
  async (entry) => {
    const modules = await evaluatedBy(entry)
    expect(modules.length).toBeGreaterThan(5)
    expect(modules.filter((path) => /node_modules|hpagent/.test(path))).toEqual([])
    const contract = modules.flatMap((path) =>
      path.includes('contract/') ? (path.split('/').at(-1) ?? []) : [],
    )
    const allowed = entry === 'dispatch.ts' ? ['format-count.ts'] : withoutSchemas
    expect(contract.filter((name) => !allowed.includes(name))).toEqual([])
  },
)

describe.runIf('enableCompileCache' in module && process.platform !== 'win32')('the compile cache', () => {
  let home: CliHome
  let root: string
  beforeAll(async () => {
    home = await cliHome()
    root = await mkdtemp(join(tmpdir(), 'envhold-cache-'))
  })
  afterAll(async () => {
    await home.remove()
    await rm(root, { recursive: true })
  })
  const help = (XDG_CACHE_HOME: string) =>
    spawnSync(process.execPath, [home.bundle, 'help'], { env: { ...home.environment, XDG_CACHE_HOME } })
      .status

  test('is in a folder of the user', async () => {
    expect(help(root)).toBe(0)
    expect(await readdir(join(root, 'envhold'))).not.toEqual([])
  })

  test('is not used if others can write to it, because its content is executed', async () => {
    const open = join(root, 'open')
    await mkdir(join(open, 'envhold'), { recursive: true })
    await chmod(join(open, 'envhold'), 0o777)
    expect(help(open)).toBe(0)
    expect(await readdir(join(open, 'envhold'))).toEqual([])
  })
})
