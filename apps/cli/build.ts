/** Bundles the command into one file, `dist/envhold.mjs`, which needs nothing beside Node 20. */
import { chmod, copyFile, readdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'esbuild'
import { build } from 'esbuild'

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))
const contract = here('../../packages/contract/src')

const typesOnly = new Set(['output', 'input', 'infer', 'toJSONSchema'])

/** What the contract uses of zod, such as `string` and `object`. */
async function usedOfZod(): Promise<string[]> {
  const files = (await readdir(contract)).filter((file) => file.endsWith('.ts'))
  const sources = await Promise.all(files.map((file) => readFile(join(contract, file), 'utf8')))
  const names = sources.flatMap((source) =>
    [...source.matchAll(/\bz\s*\.([a-z]\w*)/g)].map(([, name]) => name ?? ''),
  )
  return [...new Set(names)].filter((name) => !typesOnly.has(name)).sort()
}

/** JSON Schema is for documents, and the command writes none. */
const withoutJsonSchema: Plugin = {
  name: 'without-json-schema',
  setup({ onLoad }) {
    const none = (names: string[]) => ({
      contents: names.map((name) => `export const ${name} = () => undefined`).join('\n'),
    })
    onLoad({ filter: /[\\/]core[\\/]json-schema-processors\.js$/ }, () => none([]))
    onLoad({ filter: /[\\/]core[\\/]to-json-schema\.js$/ }, () =>
      none(['createStandardJSONSchemaMethod', 'createToJSONSchemaMethod']),
    )
    onLoad({ filter: /[\\/]core[\\/]json-schema-generator\.js$/ }, () => none(['JSONSchemaGenerator']))
  },
}

/**
 * `z` is one object that holds all of zod, so no bundler can leave anything out of it. The contract's share of it is bundled
 * on its own: what is not in the file need not be read at every start. Nor are parsers compiled, since each runs once.
 */
const leanZod: Plugin = {
  name: 'lean-zod',
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /^zod$/ }, () => ({ path: 'zod', namespace: 'lean-zod' }))
    onLoad({ filter: /^zod$/, namespace: 'lean-zod' }, async () => {
      const names = await usedOfZod()
      const imported = names.map((name) => `${name} as _${name}`).join(', ')
      const held = names.map((name) => `${name}: _${name}`).join(', ')
      const { outputFiles } = await build({
        stdin: {
          contents: `import { config, ${imported} } from 'zod/v4'
config({ jitless: true })
export const z = { ${held} }`,
          resolveDir: contract,
        },
        bundle: true,
        write: false,
        format: 'esm',
        target: 'node20',
        plugins: [withoutJsonSchema],
        logLevel: 'error',
      })
      return { contents: outputFiles[0]?.text ?? '' }
    })
  },
}

/**
 * An import of one of Node's own modules would stand at the top of the bundle and load it at every start. Asked for by `require`, it
 * loads when the module that needs it runs.
 */
const lateBuiltins: Plugin = {
  name: 'late-builtins',
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /^node:/ }, ({ path, kind }) =>
      kind === 'require-call' ? { path, external: true } : { path, namespace: 'builtin' },
    )
    onLoad({ filter: /^node:/, namespace: 'builtin' }, ({ path }) => ({
      contents: `module.exports = require(${JSON.stringify(path)})`,
    }))
  },
}

const banner = `#!/usr/bin/env node
import { createRequire } from 'node:module'
const require = createRequire(import.meta.url)`

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
    legalComments: 'none',
    banner: { js: banner },
    plugins: [leanZod, lateBuiltins],
    logLevel: 'warning',
  })
  await chmod(outfile, 0o755)
  // The bundle holds a copy of zod, whose licence asks to come along with ours.
  const zodFolder = dirname(createRequire(join(contract, 'fields.ts')).resolve('zod/package.json'))
  await copyFile(join(zodFolder, 'LICENSE'), join(dirname(outfile), 'LICENSE-zod'))
  await copyFile(here('../../LICENSE'), join(dirname(outfile), 'LICENSE'))
  return outfile
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildCli()
