import type { Plugin } from 'vite'
import { buildSearchIndex } from './src/features/reference/search/build-index.ts'

/** Makes the search index of the manual while building. The page loads it when somebody searches. */
export const manualIndex = (): Plugin => ({
  name: 'manual-index',
  apply: 'build',
  load: (id) =>
    id.endsWith('/features/reference/search/built-index.ts')
      ? `export const builtIndex = ${JSON.stringify(buildSearchIndex())}`
      : null,
})
