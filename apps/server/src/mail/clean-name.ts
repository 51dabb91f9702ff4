const longest = 60
const longestUnits = 240

/** Invisible marks that change how the words around them are read; the joiners inside emoji and words stay. */
const misleading = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu
const piled = /(\p{M}{3})\p{M}+/gu

/** Made when a name is long: its tables take megabytes. */
const lettersOf = (line: string): string[] =>
  [...new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(line)].map(({ segment }) => segment)

/** What somebody called something, as one line that a mail can carry: no line breaks, no tricks, cut where it is long. */
export function cleanName(given: string): string {
  const line = given
    .toWellFormed()
    .normalize('NFC')
    .replace(misleading, ' ')
    .replace(piled, '$1')
    .replace(/\s+/g, ' ')
    .trim()
  if (line === '') return 'unnamed'
  if (line.length <= longest) return line
  const kept = lettersOf(line)
  if (kept.length <= longest && line.length <= longestUnits) return line
  while (kept.length >= longest || kept.join('').length >= longestUnits) kept.pop()
  return `${kept.join('').trimEnd()}…`
}
