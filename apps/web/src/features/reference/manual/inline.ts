/** A piece of a line of text. */
export interface Piece {
  readonly kind: 'plain' | 'code' | 'bold' | 'link'
  readonly text: string
  readonly href?: string
}

const marks = /`([^`]+)`|\*\*([^*]+)\*\*|\[([^\][]+)\]\(([^()\s]+)\)/g

const pieceOf = ([, code, bold, label, href]: RegExpMatchArray): Piece => {
  if (code !== undefined) return { kind: 'code', text: code }
  if (bold !== undefined) return { kind: 'bold', text: bold }
  return { kind: 'link', text: label ?? '', href: href ?? '' }
}

/** Text with `code`, **bold** and [links](#anchor), in pieces. What is bold or a link may contain `code`. */
export function inlinePieces(content: string): readonly Piece[] {
  const pieces: Piece[] = []
  let end = 0
  for (const match of content.matchAll(marks)) {
    if (match.index > end) pieces.push({ kind: 'plain', text: content.slice(end, match.index) })
    pieces.push(pieceOf(match))
    end = match.index + match[0].length
  }
  if (end < content.length) pieces.push({ kind: 'plain', text: content.slice(end) })
  return pieces
}

/** The same without marks, for the search. */
export const plainText = (content: string): string =>
  inlinePieces(content)
    .map(({ kind, text }) => (kind === 'bold' || kind === 'link' ? plainText(text) : text))
    .join('')
