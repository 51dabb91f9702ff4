/**
 * Bundles the server with all its packages into JavaScript files that need only Node: `dist/main.js`, each tool, and
 * what runs in a thread or a process of its own. What they share is in chunks beside them.
 */
import { cp, readFile, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { build, type Plugin } from 'esbuild'

const source = join(import.meta.dirname, 'src')
const dist = join(import.meta.dirname, 'dist')

const entries = [
  'main.ts',
  'verify.ts',
  'audit-verify.ts',
  'audit-rollups.ts',
  'backup-tool.ts',
  'move-tool.ts',
  'operator-tool.ts',
  'payments-tool.ts',
  'server-secret-tool.ts',
  'sign-in-provider-tool.ts',
  'backups/backup-process.ts',
  'db/check-file-thread.ts',
  'verify/verify-log-thread.ts',
]

/** CommonJS packages, such as pg, require Node's modules. */
const requireForPackages =
  "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);"

/** A chunk of a CommonJS package has a default export alone, so those that are imported late get their names. */
const lateCommonJs: Plugin = {
  name: 'late-common-js',
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /^[^.]/ }, async ({ kind, path, importer, resolveDir }) => {
      if (kind !== 'dynamic-import' || !importer.startsWith(source)) return undefined
      const { 'module.exports': isCommonJs, ...named } = await import(path)
      if (isCommonJs === undefined) return undefined
      return { path, namespace: 'late', pluginData: { names: Object.keys(named), resolveDir } }
    })
    onLoad({ filter: /^/, namespace: 'late' }, ({ path, pluginData: { names, resolveDir } }) => ({
      contents: `export { ${names.join(', ')} } from ${JSON.stringify(path)}`,
      resolveDir,
    }))
  },
}

/** Threads and processes of their own are files beside `main.js`. */
const filesBeside: Plugin = {
  name: 'files-beside',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]apps[\\/]server[\\/]src[\\/].*\.ts$/ }, async ({ path }) => {
      const contents = await readFile(path, 'utf8')
      return {
        loader: 'ts',
        contents: contents.replace(
          /new URL\('\.\/([\w-]+)\.ts', import\.meta\.url\)/g,
          "new URL('./$1.js', import.meta.url)",
        ),
      }
    })
  },
}

await rm(dist, { recursive: true, force: true })
await build({
  entryPoints: entries.map((entry) => ({ in: join(source, entry), out: basename(entry, '.ts') })),
  outdir: dist,
  bundle: true,
  splitting: true,
  platform: 'node',
  format: 'esm',
  target: 'node24',
  chunkNames: 'chunk-[hash]',
  define: { 'process.env.NODE_ENV': '"production"' },
  banner: { js: requireForPackages },
  sourcemap: true,
  sourcesContent: false,
  legalComments: 'none',
  logLevel: 'warning',
  plugins: [lateCommonJs, filesBeside],
})
await cp(join(source, 'pages/texts'), join(dist, 'texts'), { recursive: true })
