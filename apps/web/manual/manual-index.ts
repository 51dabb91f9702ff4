import type { Plugin } from 'vite'
import { readManual } from './read-manual.ts'
import { buildSearchIndex } from './search-index.ts'

/** Replaces the file that the page loads when somebody searches by one that has the search index of the manual. */
export const manualIndex = (): Plugin => ({
  name: 'manual-index',
  load: (id) =>
    id.endsWith('/features/reference/search/built-search.ts')
      ? `import { openIndex } from './open-index.ts'
export const search = openIndex(${JSON.stringify(buildSearchIndex(readManual()))})`
      : null,
})
