// The version after this one: the same server with one more migration, an additive one.

import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Plugin } from 'esbuild'
import { bundleServer } from '../../apps/server/bundle.ts'
import { serverFile } from '../world/run-program.ts'
import { addEverywhere, nextMigration } from './next-migration.ts'

const replaceOnce = (text: string, part: string, by: string) => {
  if (text.split(part).length !== 2) throw new Error(`${part} is not there once`)
  return text.replace(part, by)
}

const withNextMigration: Plugin = {
  name: 'with-next-migration',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]every-migration\.ts$/ }, async ({ path }) => {
      const list = replaceOnce(
        await readFile(path, 'utf8'),
        '\n]\n',
        `\n  ['${nextMigration}', (db) => ${addEverywhere.name}(db)],\n]\n`,
      )
      const file = JSON.stringify(join(import.meta.dirname, 'next-migration.ts'))
      return {
        loader: 'ts',
        contents: `import { ${addEverywhere.name} } from ${file}\n${replaceOnce(list, 'new Set([', `new Set(['${nextMigration}', `)}`,
      }
    })
  },
}

export interface BuiltVersion {
  /** Its `main.js`. */
  readonly file: string
  readonly remove: () => Promise<void>
}

/** Builds it beside a copy of what this version serves. */
export async function buildNextVersion(): Promise<BuiltVersion> {
  const folder = await mkdtemp(join(tmpdir(), 'envhold-next-'))
  const server = join(folder, 'server')
  await cp(dirname(dirname(serverFile)), folder, {
    recursive: true,
    filter: (path) => !/[\\/]server[\\/].*\.(js|map)$/.test(path),
  })
  await bundleServer(server, { plugins: [withNextMigration] })
  return { file: join(server, 'main.js'), remove: () => rm(folder, { recursive: true }) }
}
