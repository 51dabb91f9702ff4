interface Piece {
  readonly text: string
  readonly isHit: boolean
}

const escaped = (word: string) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** A text in pieces, with those marked that are one of the searched words. */
export function highlight(text: string, words: readonly string[]): readonly Piece[] {
  if (words.length === 0) return [{ text, isHit: false }]
  return text
    .split(new RegExp(`(${words.map(escaped).join('|')})`, 'giu'))
    .map((piece, index) => ({ text: piece, isHit: index % 2 === 1 }))
    .filter((piece) => piece.text !== '')
}
