const widest = 100
const narrowest = 30

/** As wide as the terminal, up to a readable width. */
export const readableWidth = (columns: number | undefined): number =>
  Math.max(narrowest, Math.min(widest, columns ?? widest))

/** Breaks at spaces; a longer word gets its own line. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(/\s+/)) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, line]
}

const leastRight = 24

/** Two columns; if the right one does not fit, it goes below the left. */
export function columns(rows: readonly (readonly [string, string])[], width: number): string {
  const left = Math.max(...rows.map(([text]) => text.length)) + 4
  const beside = width - left >= leastRight
  return rows
    .flatMap(([first, second]) => {
      const lines = second === '' ? [] : wrap(second, beside ? width - left : width - 6)
      if (!beside) return [`  ${first}`, ...lines.map((line) => `      ${line}`)]
      const [begin = '', ...more] = lines
      return [
        `  ${first.padEnd(left - 2)}${begin}`.trimEnd(),
        ...more.map((line) => `${' '.repeat(left)}${line}`),
      ]
    })
    .map((line) => `${line}\n`)
    .join('')
}

/** Paragraphs, separated by an empty line. */
export const paragraphs = (text: string, width: number): string =>
  text
    .split('\n\n')
    .map((paragraph) => `${wrap(paragraph, width).join('\n')}\n`)
    .join('\n')
