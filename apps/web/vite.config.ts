import { existsSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip, type ZlibOptions } from 'node:zlib'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import type { Plugin, UserConfig } from 'vite'
import { defineConfig } from 'vite'
import { licenseTexts } from '../../dev/setup/license-texts.ts'
import { acyclicChunks } from './acyclic-chunks.ts'
import { fontSources, subsetFonts } from './fonts/subset-fonts.ts'
import { manualIndex } from './manual/manual-index.ts'
import { operatorPage } from './operator-page.ts'
import { publicPages } from './public-pages.ts'
import { customerRoutes, startScript } from './start-script.ts'

/**
 * The page runs under `style-src 'self'`. Two libraries write `<style>` elements at run time: sonner, whose own style
 * sheet is imported instead, and Radix' scroll lock, whose writer is replaced by constructed style sheets.
 */
const withoutStyleElements = (): Plugin => ({
  name: 'without-style-elements',
  transform(code, id) {
    if (!/[\\/]sonner[\\/]dist[\\/]index\.mjs/.test(id)) return null
    const stripped = code.replace(/^__insertCSS\(.*\);?$/m, '')
    if (stripped === code) throw new Error('sonner no longer inserts its style sheet where it is looked for')
    return { code: stripped, map: null }
  },
})

/** The app describes no schema as JSON, and each kind of schema would bring the code for that along. */
const withoutJsonSchemas = (): Plugin => ({
  name: 'without-json-schemas',
  apply: 'build',
  transform(code, id) {
    const [, file] =
      /[\\/]zod[\\/]v4[\\/]core[\\/](json-schema-processors|to-json-schema)\.js$/.exec(id) ?? []
    if (!file) return null
    const names = [...code.matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name]) => name)
    const known = file === 'to-json-schema' ? 'createToJSONSchemaMethod' : 'stringProcessor'
    if (!names.includes(known)) throw new Error('zod describes its schemas in another file')
    const none = `const none = () => { throw new Error('Schemas are not described here') }`
    return { code: `${none}\nexport { ${names.map((name) => `none as ${name}`).join(', ')} }`, map: null }
  },
})

/** Radix names each of its functions again, which keeps also those that nobody calls. */
const withoutFunctionNames = (): Plugin => ({
  name: 'without-function-names',
  apply: 'build',
  transform(code, id) {
    if (!/[\\/]@radix-ui[\\/][^\\/]+[\\/]dist[\\/]index\.mjs$/.test(id)) return null
    return { code: code.replace(/^ *__name\([\w$]+, "[\w$]+"\);$/gm, ''), map: null }
  },
})

/** The characters of the first screen come with it, not after it: a change of font moves what is below. */
const firstFont = (): Plugin => ({
  name: 'first-font',
  config: subsetFonts,
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle = {} }) =>
      Object.keys(bundle)
        .filter((file) => /inter-ascii-.*\.woff2$/.test(file))
        .map((file) => ({
          tag: 'link',
          attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${file}`, crossorigin: '' },
          injectTo: 'head',
        })),
  },
})

/** The highest quality is a twentieth smaller; for the word lists alone it takes seconds. */
const patientUpTo = 1_000_000
const brotliOptions = ({ length }: Buffer) => ({
  params: { [constants.BROTLI_PARAM_QUALITY]: length > patientUpTo ? 9 : 11 },
})

const smallest = (text: Buffer) => promisify<Buffer, ZlibOptions, Buffer>(gzip)(text, { level: 9 })

/** What is text lies beside its compressed forms, so that serving it costs no work. */
const compressedBeside = (): Plugin => ({
  name: 'compressed-beside',
  apply: 'build',
  async writeBundle({ dir = '' }) {
    const files = await readdir(dir, { recursive: true })
    for (const file of files.filter((name) => /^(?!pages).*\.(js|css|html|svg)$/.test(name))) {
      // The build of the other page has done it.
      if (existsSync(join(dir, `${file}.br`))) continue
      const text = await readFile(join(dir, file))
      await writeFile(join(dir, `${file}.br`), await promisify(brotliCompress)(text, brotliOptions(text)))
      await writeFile(join(dir, `${file}.gz`), await smallest(text))
    }
  },
})

/** The files that went into any of the three pages, which are built one after the other. */
const copied = new Set<string>()

/** Packages and fonts are copied into the build, so it names their licenses: `/licenses.txt`. */
const licenses = (): Plugin => ({
  name: 'licenses',
  apply: 'build',
  async writeBundle({ dir = '' }, bundle) {
    const files = Object.values(bundle).flatMap((file) =>
      file.type === 'chunk' ? file.moduleIds : file.originalFileNames,
    )
    for (const file of [...fontSources, ...files]) copied.add(resolve(import.meta.dirname, file))
    await writeFile(join(dir, 'licenses.txt'), await licenseTexts([...copied]))
  },
})

/** What pages show only when asked for: dialogs, menus and their forms, in one file that comes after the page. */
const later =
  /[\\/](unlock-dialog|session-expired-dialog|command-palette|confirm-dialog|call-dialog|delete-project-dialog|project-form-dialog|invitation-list-dialog|dropdown-menu-parts|header-menu-items|first-time-notice|near-limit|tooltip-bubble|sonner-toaster)\.tsx$/

/** What every page is built with. */
const everyPage = {
  root: import.meta.dirname,
  resolve: {
    alias: {
      'react-style-singleton': fileURLToPath(new URL('src/ui/dialogs/style-singleton.ts', import.meta.url)),
    },
  },
  build: {
    target: 'es2022',
    outDir: '../../build/envhold-server/web',
    emptyOutDir: true,
    // `font-src 'self'` and `img-src 'self'`: nothing becomes a data: address.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
} satisfies UserConfig

const everyPlugin = () => [
  react(),
  tailwind(),
  withoutStyleElements(),
  withoutFunctionNames(),
  acyclicChunks(),
  firstFont(),
  licenses(),
  compressedBeside(),
]

export default defineConfig({
  ...everyPage,
  plugins: [
    ...everyPlugin(),
    manualIndex(),
    withoutJsonSchemas(),
    startScript('src/start.ts', customerRoutes),
    publicPages(() => ({
      ...everyPage,
      plugins: [...everyPlugin(), manualIndex(), startScript('src/public-start.ts')],
    })),
    operatorPage(() => ({ ...everyPage, plugins: [...everyPlugin(), startScript('src/operator-start.ts')] })),
  ],
  build: {
    ...everyPage.build,
    rolldownOptions: {
      output: {
        chunkFileNames: ({ name }) => `assets/${name.startsWith('parts~') ? 'parts' : '[name]'}-[hash].js`,
        codeSplitting: {
          groups: [
            // What every page runs. zod is told not to make code before any schema exists: `main.tsx` says so first.
            { name: 'base', tags: ['$initial'], priority: 3 },
            {
              name: 'inside',
              test: /[\\/]app[\\/]routes[\\/](?:\w+[\\/])?(signed-in-route|dashboard-route|prefetch)\.tsx?$/,
              priority: 2,
            },
            { name: 'later', test: later, priority: 1 },
            // What several pages need, in few files: a request costs more than a few bytes too many. The layers below
            // features are apart, or the files would import each other in circles.
            {
              name: 'common',
              test: /[\\/](src[\\/](ui|connection)|packages|node_modules)[\\/]/,
              minShareCount: 2,
              priority: 0.5,
            },
            // It needs parts of the workbench, and would be in a file with what those need.
            {
              name: 'exposure',
              test: /[\\/]environments[\\/]exposure[\\/]/,
              minShareCount: 2,
              priority: 0.2,
            },
            // The fields need the hint, and files of other pages' parts need one of them each.
            {
              name: 'new-password',
              test: /[\\/]accounts[\\/]new-password-(?:hint|fields)\.tsx$/,
              minShareCount: 2,
              priority: 0.2,
            },
            { name: 'parts', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 30_000 },
          ],
        },
      },
    },
    // The strength estimator's word lists, fetched by the few who choose a master password.
    chunkSizeWarningLimit: 1_800,
  },
  server: { port: 4681, proxy: { '/api': 'http://127.0.0.1:4680' } },
})
