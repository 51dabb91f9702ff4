import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip, type ZlibOptions } from 'node:zlib'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import type { Plugin } from 'vite'
import { defineConfig } from 'vite'

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

/** The letters of the first screen come with it, not after it: text that changes its letters moves what is below. */
const firstLetters = (): Plugin => ({
  name: 'first-letters',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle = {} }) =>
      Object.keys(bundle)
        .filter((file) => /inter-latin-wght-normal-.*\.woff2$/.test(file))
        .map((file) => ({
          tag: 'link',
          attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${file}`, crossorigin: '' },
          injectTo: 'head',
        })),
  },
})

/** At the highest quality the word lists alone take seconds, for a twentieth less. */
const quick = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }

const smallest = (text: Buffer) => promisify<Buffer, ZlibOptions, Buffer>(gzip)(text, { level: 9 })

/** What is text lies beside its compressed forms, so that serving it costs no work. */
const compressedBeside = (): Plugin => ({
  name: 'compressed-beside',
  apply: 'build',
  async writeBundle({ dir = '' }) {
    const files = await readdir(dir, { recursive: true })
    for (const file of files.filter((name) => /\.(js|css|html|svg)$/.test(name))) {
      const text = await readFile(join(dir, file))
      await writeFile(join(dir, `${file}.br`), await promisify(brotliCompress)(text, quick))
      await writeFile(join(dir, `${file}.gz`), await smallest(text))
    }
  },
})

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwind(), withoutStyleElements(), firstLetters(), compressedBeside()],
  resolve: {
    alias: {
      'react-style-singleton': fileURLToPath(new URL('src/ui/style-singleton.ts', import.meta.url)),
    },
  },
  build: {
    target: 'es2022',
    outDir: 'dist',
    // `font-src 'self'` and `img-src 'self'`: nothing becomes a data: address.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // zod is told not to make code before any schema exists: what tells it lies in zod's own chunk.
        codeSplitting: {
          groups: [{ name: 'zod', test: /[\\/]node_modules[\\/]zod[\\/]|[\\/]no-made-code\.ts/ }],
        },
      },
    },
    // The strength estimator's word lists, fetched by the few who choose a master password.
    chunkSizeWarningLimit: 1_800,
  },
  server: { port: 4681, proxy: { '/api': 'http://127.0.0.1:4680' } },
})
