import { buildSearchIndex } from './build-index.ts'

/** The build replaces this file by its result, so that the page loads neither the text nor the contract. */
export const builtIndex = buildSearchIndex()
