import { openIndex } from './open-index.ts'

/** The build replaces this file by one with the index of `docs/manual`. */
export const search = openIndex('{}')
