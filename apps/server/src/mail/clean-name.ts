const longest = 60
const longestUnits = 240

/** Invisible marks that change how the text around them is displayed; the joiners inside emoji and words stay. */
const misleading = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu
const piled = /(\p{M}{3})\p{M}+/gu

/** Created on demand, for long names only: its tables take megabytes. */
const lettersOf = (line: string): string[] =>
  [...new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(line)].map(({ segment }) => segment)

/** Text as one line that is safe in a mail: no line breaks, no control characters. */
export const cleanText = (given: string): string =>
  given
    .toWellFormed()
    .normalize('NFC')
    .replace(misleading, ' ')
    .replace(piled, '$1')
    .replace(/\s+/g, ' ')
    .trim()

/**
 * A name chosen by a user, as one line that is safe in a mail: no line breaks, no control characters, truncated if
 * long.
 */
export function cleanName(given: string): string {
  const line = cleanText(given)
  if (line === '') return 'unnamed'
  if (line.length <= longest) return line
  const kept = lettersOf(line)
  if (kept.length <= longest && line.length <= longestUnits) return line
  while (kept.length >= longest || kept.join('').length >= longestUnits) kept.pop()
  return `${kept.join('').trimEnd()}…`
}
