import type { Plugin } from 'vite'
import { readManual } from './read-manual.ts'
import { buildSearchIndex } from './search-index.ts'

/** Puts the search index of the manual into the file that the page loads when somebody searches. */
export const manualIndex = (): Plugin => ({
  name: 'manual-index',
  transform(code, id) {
    if (!id.endsWith('/features/reference/search/built-search.ts')) return null
    const index = JSON.stringify(buildSearchIndex(readManual()))
    const filled = code.replace("const index = ''", () => `const index = ${index}`)
    if (filled === code) throw new Error('built-search.ts has no place for the index')
    return { code: filled, map: null }
  },
})
