import { fileURLToPath } from 'node:url'
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

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwind(), withoutStyleElements()],
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
  },
  server: { port: 4681, proxy: { '/api': 'http://127.0.0.1:4680' } },
})
