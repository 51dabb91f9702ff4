import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { root } from '../setup/root.mjs'
import { checks } from './run-check.ts'

const configurations = [
  '.dependency-cruiser.mjs',
  '.gitignore',
  'biome.json',
  'tsconfig.json',
  'knip.json',
  'package.json',
]
const workspaces = [
  'packages/integrity',
  'packages/vault',
  'packages/formats',
  'packages/contract',
  'packages/client',
]
const apps = ['apps/server', 'apps/cli', 'apps/web']
const libraries = [
  'zod',
  'kysely',
  'pg',
  'stripe',
  'markdown-it',
  'sonner',
  '@types/node',
  '@types/pg',
  'undici-types',
  'vitest',
]

interface PlantedRepository {
  folder: string
  plant(files: Record<string, string>): void
  run(command: string[]): Promise<{ code: number; output: string }>
  remove(): void
}

/** A repository for the tests of a block: see {@link createPlantedRepository}. */
export const plantedRepository = (): { current: PlantedRepository } => {
  const holder = {} as { current: PlantedRepository }
  beforeAll(() => {
    holder.current = createPlantedRepository()
  })
  afterAll(() => holder.current.remove())
  return holder
}

export const commandOf = (name: string): string[] =>
  checks.find((check) => check.name === name)?.command ?? []

/** A small repository in a temporary folder: the real configurations over the real layout, with planted files. */
function createPlantedRepository(): PlantedRepository {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'envhold-planted-')))
  for (const name of configurations) cpSync(join(root, name), join(folder, name))
  for (const name of [...workspaces, ...apps]) {
    mkdirSync(join(folder, name, 'src'), { recursive: true })
    cpSync(join(root, name, 'package.json'), join(folder, name, 'package.json'))
  }
  for (const name of ['dev', 'e2e']) mkdirSync(join(folder, name))
  const link = (target: string, name: string) => {
    const path = join(folder, 'node_modules', name)
    mkdirSync(dirname(path), { recursive: true })
    symlinkSync(target, path)
  }
  for (const name of libraries) link(join(root, 'node_modules', name), name)
  for (const name of workspaces) link(join(folder, name), `@envhold/${name.split('/')[1]}`)
  return {
    folder,
    plant(files) {
      for (const [path, content] of Object.entries(files)) {
        mkdirSync(dirname(join(folder, path)), { recursive: true })
        writeFileSync(join(folder, path), content)
      }
    },
    run: (command) =>
      new Promise((resolve) => {
        const [program = '', ...args] = command
        const options = { cwd: folder, maxBuffer: 1e8 }
        execFile(process.execPath, [join(root, program), ...args], options, (error, out, err) =>
          resolve({ code: error ? Number(error.code) : 0, output: out + err }),
        )
      }),
    remove: () => rmSync(folder, { recursive: true }),
  }
}
