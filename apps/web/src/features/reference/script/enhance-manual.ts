import { searchManual } from '../search/search-manual.ts'
import { copyLinks, offerCopying } from './copy-code.ts'
import { filterCalls } from './filter-calls.ts'
import { markCurrent } from './mark-current.ts'
import { openLinked } from './open-linked.ts'

/**
 * Adds to the finished page what needs a script: search, copying, the filter of calls, and the mark in the navigation.
 * It needs no framework and none of the text, so the page stays light.
 *
 * @returns what undoes it
 */
export function enhanceManual(root: HTMLElement): () => void {
  const undo = [offerCopying, copyLinks, markCurrent, openLinked, filterCalls, searchManual].map((add) =>
    add(root),
  )
  return () => {
    for (const one of undo) one()
  }
}
