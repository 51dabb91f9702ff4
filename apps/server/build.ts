/**
 * Bundles the server with all its packages into JavaScript files that need only Node: `server/main.js` of the release
 * folder `build/envhold-server`, and what runs in a thread or a process of its own. What they share is in chunks beside
 * them. The builds of the web app and of the command line add `web` and `cli`.
 */
import { chmod, copyFile, cp, readFile, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { build, type Plugin } from 'esbuild'
import { licenseTexts } from '../../dev/setup/license-texts.ts'
import manifest from './package.json' with { type: 'json' }

const here = (path: string) => join(import.meta.dirname, path)
const source = here('src')
const release = here('../../build/envhold-server')
const out = join(release, 'server')

const entries = [
  'main.ts',
  'backups/backup-process.ts',
  'db/sqlite/check-file-thread.ts',
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

/** Of a release; the build of a checkout has none. */
const [commit = ''] = process.argv.slice(2)

await rm(out, { recursive: true, force: true })
const { metafile } = await build({
  entryPoints: entries.map((entry) => ({ in: join(source, entry), out: basename(entry, '.ts') })),
  outdir: out,
  bundle: true,
  splitting: true,
  platform: 'node',
  format: 'esm',
  target: 'node24',
  chunkNames: 'chunk-[hash]',
  define: {
    'process.env.NODE_ENV': '"production"',
    isReleased: 'true',
    builtFrom: JSON.stringify(commit),
  },
  banner: { js: requireForPackages },
  sourcemap: true,
  sourcesContent: false,
  minifyWhitespace: true,
  minifySyntax: true,
  legalComments: 'none',
  logLevel: 'warning',
  metafile: true,
  plugins: [lateCommonJs, filesBeside],
})
await cp(join(source, 'pages/texts'), join(out, 'texts'), { recursive: true })

/** Node reads from it that `server/*.js` are modules. */
const about = {
  name: 'envhold-server',
  version: manifest.version,
  type: 'module',
  license: manifest.license,
  bin: { 'envhold-server': 'envhold-server' },
  engines: { node: '>=24.7' },
}
await writeFile(join(release, 'package.json'), `${JSON.stringify(about, null, 2)}\n`)
await copyFile(here('../../LICENSE'), join(release, 'LICENSE'))
await writeFile(join(release, 'LICENSES-of-packages'), await licenseTexts(Object.keys(metafile.inputs)))
await copyFile(here('envhold-server.sh'), join(release, 'envhold-server'))
await chmod(join(release, 'envhold-server'), 0o755)
