import MiniSearch from 'minisearch'
import { indexOptions, type SearchEntry } from './open-index.ts'

/** The index of these entries as JSON, for `openIndex`. */
export function makeIndex(entries: readonly SearchEntry[]): string {
  const index = new MiniSearch(indexOptions)
  index.addAll(entries)
  return JSON.stringify(index)
}
