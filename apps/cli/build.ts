/** Bundles the command into one file, `dist/envhold.mjs`, which needs nothing beside Node 20. */
import { chmod } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'esbuild'
import { build } from 'esbuild'

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))
const zod = String.raw`[\\/]zod[\\/]v4[\\/]`

/** Parts of zod that the command never reaches but would load at every start: other languages, and reading JSON Schema. */
const leanZod: Plugin = {
  name: 'lean-zod',
  setup({ onLoad }) {
    onLoad({ filter: new RegExp(`${zod}locales[\\\\/]index\\.js$`) }, () => ({ contents: 'export {}' }))
    onLoad({ filter: new RegExp(`${zod}classic[\\\\/]from-json-schema\\.js$`) }, () => ({
      contents: 'export const fromJSONSchema = undefined',
    }))
  },
}

/** Modules keep their own scope and run when they are imported, so that `--version` evaluates next to nothing. */
export async function buildCli(outfile = here('dist/envhold.mjs')): Promise<string> {
  await build({
    entryPoints: [here('src/main.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    minify: true,
    // A fault is reported by where it happened; names make that readable.
    keepNames: false,
    legalComments: 'none',
    banner: { js: '#!/usr/bin/env node' },
    plugins: [leanZod],
    logLevel: 'warning',
  })
  await chmod(outfile, 0o755)
  return outfile
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildCli()
