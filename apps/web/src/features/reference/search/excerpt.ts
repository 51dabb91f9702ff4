import { plain } from './search-terms.ts'

const excerptLength = 110

/** A part of the text around the first of the words, which are plain. */
export function excerptOf(text: string, words: readonly string[]): string {
  const plainText = plain(text)
  // Where accents change the length, positions do not match: the beginning is shown.
  const places =
    plainText.length === text.length
      ? words.map((word) => plainText.indexOf(word)).filter((at) => at >= 0)
      : []
  const first = Math.min(...places, text.length)
  const start =
    first === text.length || first < excerptLength * 0.7 ? 0 : text.lastIndexOf(' ', first - 30) + 1
  const part = text.slice(start, start + excerptLength).trim()
  return `${start > 0 ? '…' : ''}${part}${start + excerptLength < text.length ? '…' : ''}`
}
