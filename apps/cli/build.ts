/**
 * Bundles the command line into two files that need only Node 20: `dist/envhold.mjs`, which starts, and
 * `dist/commands.mjs` with everything else.
 */
import { chmod, copyFile, readdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { servedFromSlot } from '@envhold/contract/pages/cli-download.ts'
import type { Plugin } from 'esbuild'
import { build } from 'esbuild'

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))
const contract = here('../../packages/contract/src')

const typesOnly = new Set(['output', 'input', 'infer', 'toJSONSchema'])

/** What the contract uses from zod, such as `string` and `object`. */
async function usedOfZod(): Promise<string[]> {
  const files = (await readdir(contract, { recursive: true })).filter((file) => file.endsWith('.ts'))
  const sources = await Promise.all(files.map((file) => readFile(join(contract, file), 'utf8')))
  const names = sources.flatMap((source) =>
    [...source.matchAll(/\bz\s*\.([a-z]\w*)/g)].map(([, name]) => name ?? ''),
  )
  return [...new Set(names)].filter((name) => !typesOnly.has(name)).sort()
}

/** JSON Schema is for documents, and the command line writes none. */
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
 * `z` is one object with all of zod, so no bundler can remove unused parts. The part that the contract uses is
 * bundled separately: less code to read at every start. Compiled parsers are off, because each runs once.
 */
const leanZod: Plugin = {
  name: 'lean-zod',
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /^zod$/ }, () => ({ path: 'zod', namespace: 'lean-zod' }))
    onLoad({ filter: /^zod$/, namespace: 'lean-zod' }, async () => {
      const names = await usedOfZod()
      const imported = names.map((name) => `${name} as _${name}`).join(', ')
      const declarations = names.map((name) => `${name}: _${name}`).join(', ')
      const { outputFiles } = await build({
        stdin: {
          contents: `import { config, ${imported} } from 'zod/v4'
config({ jitless: true })
export const z = { ${declarations} }`,
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
 * An import of a Node module would be at the top of the bundle and load at every start. With `require`, it loads when
 * the module that needs it runs.
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

/**
 * An import of a Node module, even of node:module, reads all its exports and so loads everything behind it: nine
 * modules that no start needs. Node 20.0 to 20.15 have no other way.
 */
const requireForModules =
  "const require=process.getBuiltinModule??(await import('node:module')).createRequire(import.meta.url);"

const commandsFile = 'commands.mjs'

/**
 * The start file imports everything else from the other file, so that Node's compile cache is on before that is
 * compiled.
 */
const commandsApart: Plugin = {
  name: 'commands-apart',
  setup({ onResolve }) {
    onResolve({ filter: /[\\/]dispatch\.ts$/ }, ({ kind }) =>
      kind === 'dynamic-import' ? { path: `./${commandsFile}`, external: true } : undefined,
    )
  },
}

/** Modules keep their own scope and run when they are imported, so that a command evaluates only what it needs. */
const bundle = (entry: string, outfile: string, top: string, plugins: Plugin[]) =>
  build({
    entryPoints: [here(entry)],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    minify: true,
    legalComments: 'none',
    define: { servedFrom: JSON.stringify(servedFromSlot) },
    banner: { js: top },
    plugins,
    logLevel: 'warning',
  })

/** The licence of each package that is copied into the bundles. */
const licences = (): [name: string, file: string][] =>
  Object.entries({ zod: join(contract, 'fields.ts'), hpagent: here('src/main.ts') }).map(([name, from]) => {
    const entry = createRequire(from).resolve(name)
    const folder = entry.slice(0, entry.lastIndexOf(`node_modules/${name}`) + `node_modules/${name}`.length)
    return [name, join(folder, 'LICENSE')]
  })

/** @returns `outfile`, the file to run */
export async function buildCli(outfile = here('dist/envhold.mjs')): Promise<string> {
  await bundle('src/main.ts', outfile, `#!/usr/bin/env node\n${requireForModules}`, [
    commandsApart,
    lateBuiltins,
  ])
  await bundle('src/dispatch.ts', join(dirname(outfile), commandsFile), requireForModules, [
    leanZod,
    lateBuiltins,
  ])
  await chmod(outfile, 0o755)
  // The bundles contain copies of these, whose licences must be included.
  for (const [name, licence] of licences()) await copyFile(licence, join(dirname(outfile), `LICENSE-${name}`))
  await copyFile(here('../../LICENSE'), join(dirname(outfile), 'LICENSE'))
  return outfile
}

/** The whole command line in one file, for a machine where nothing is installed. */
export async function buildSingleFile(outfile: string): Promise<void> {
  const texts = await Promise.all(
    licences().map(async ([name, licence]) => `${name}:\n\n${await readFile(licence, 'utf8')}`),
  )
  const notice = texts.join('\n').replaceAll(/^/gm, '// ').trimEnd()
  const top = `#!/usr/bin/env node\n// This file holds copies of:\n${notice}\n${requireForModules}`
  await bundle('src/main.ts', outfile, top, [leanZod, lateBuiltins])
  await chmod(outfile, 0o755)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildCli()
