import { openIndex } from './open-index.ts'

/** The build puts the index of `docs/manual` here. */
const index = ''

export const search = openIndex(index)
