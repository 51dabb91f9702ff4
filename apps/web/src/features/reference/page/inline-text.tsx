import { inlinePieces, type Piece } from '../manual/inline.ts'

const show = ({ kind, text, href }: Piece, index: number) => {
  if (kind === 'code') return <code key={index}>{text}</code>
  if (kind === 'bold')
    return (
      <strong key={index}>
        <InlineText content={text} />
      </strong>
    )
  if (kind === 'link')
    return (
      <a key={index} href={href}>
        <InlineText content={text} />
      </a>
    )
  return text
}

/** Text with its `code`, **bold** and [links](#anchor). */
export function InlineText({ content }: { content: string }) {
  return inlinePieces(content).map(show)
}
