import { fillPage, type SlotValues } from '@envhold/contract/page-slots.ts'
import { type CompressedText, compressText } from '../http/compressed-text.ts'

/** Fills a page, and compresses it, again only when its values have changed. */
export function cachedPage(html: string, origin: string): (values: SlotValues) => Promise<CompressedText> {
  let last: { readonly key: string; readonly filled: Promise<CompressedText> } | undefined
  return (values) => {
    const key = JSON.stringify(values)
    if (last?.key !== key) last = { key, filled: compressText(fillPage(html, origin, values)) }
    return last.filled
  }
}
