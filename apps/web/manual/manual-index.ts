import type { Plugin } from 'vite'
import { buildSearchIndex } from './search-index.ts'

/** Reads the manual once a build asks for it: it describes the commands, and loads all of them. */
export const loadManual = async () => (await import('./read-manual.ts')).readManual()

/** Replaces the file that the page loads when somebody searches by one that has the search index of the manual. */
export const manualIndex = (): Plugin => ({
  name: 'manual-index',
  load: async (id) =>
    id.endsWith('/features/reference/search/built-search.ts')
      ? `import { openIndex } from './open-index.ts'
export const search = openIndex(${JSON.stringify(buildSearchIndex(await loadManual()))})`
      : null,
})
