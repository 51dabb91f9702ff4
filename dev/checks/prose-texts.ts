// The texts that people read in a file: its comments, its strings, or the paragraphs of its Markdown.

import ts from 'typescript'

export interface ProseText {
  readonly kind: 'comment' | 'string' | 'markdown'
  /** From 1. */
  readonly line: number
  /** Without line breaks and marks of comments; a code span is one word. */
  readonly text: string
}

interface Comment {
  readonly line: number
  readonly text: string
  /** Nothing is before it on its line. */
  readonly isAlone: boolean
}

const minWords = 4

const joinLines = (text: string): string => text.replace(/\s+/g, ' ').trim()

/** Comments, and strings and texts of JSX of four words or more. */
export function textsOfCode(path: string, source: string): ProseText[] {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true)
  const lineOf = (position: number) => file.getLineAndCharacterOfPosition(position).line + 1
  const comments = new Map<number, Comment>()
  const strings: ProseText[] = []
  const addComments = (ranges: readonly ts.CommentRange[] = []) => {
    for (const { pos, end } of ranges) {
      const text = source.slice(pos, end).replace(/^\s*(?:\/\/+|\/\*+|\*+\/|\*)/gm, ' ')
      const isAlone = source.slice(source.lastIndexOf('\n', pos) + 1, pos).trim() === ''
      comments.set(pos, { line: lineOf(pos), text: joinLines(text.replace('*/', ' ')), isAlone })
    }
  }
  const addString = (node: ts.Node, literal: string) => {
    const text = joinLines(literal)
    if (text.split(' ').length >= minWords)
      strings.push({ kind: 'string', line: lineOf(node.getStart(file)), text })
  }
  const visit = (node: ts.Node): void => {
    if (node.getChildCount(file) === 0 && !ts.isJsxText(node)) {
      addComments(ts.getLeadingCommentRanges(source, node.pos))
      addComments(ts.getTrailingCommentRanges(source, node.end))
    }
    if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node) || ts.isJsxText(node))
      addString(node, node.text)
    if (ts.isTemplateExpression(node))
      addString(
        node,
        [node.head, ...node.templateSpans.map(({ literal }) => literal)].map(({ text }) => text).join('X'),
      )
    for (const child of node.getChildren(file)) visit(child)
  }
  visit(file)
  return [...joinNeighbours([...comments.values()].sort((a, b) => a.line - b.line)), ...strings]
}

/** Comments on consecutive lines of their own are one text. */
function joinNeighbours(comments: readonly Comment[]): ProseText[] {
  const joined: { line: number; lastLine: number; texts: string[] }[] = []
  for (const { line, text, isAlone } of comments) {
    const before = joined.at(-1)
    if (isAlone && before?.lastLine === line - 1) {
      before.texts.push(text)
      before.lastLine = line
    } else joined.push({ line, lastLine: line, texts: [text] })
  }
  return joined.map(({ line, texts }) => ({ kind: 'comment', line, text: texts.join(' ') }))
}

/** Paragraphs, list items, headings and cells of tables, without blocks of code. */
export function textsOfMarkdown(source: string): ProseText[] {
  const texts: ProseText[] = []
  let paragraph: { line: number; lines: string[] } | undefined
  let isCode = false
  const add = (line: number, text: string) => texts.push({ kind: 'markdown', line, text: plain(text) })
  const end = () => {
    if (paragraph) add(paragraph.line, paragraph.lines.join(' '))
    paragraph = undefined
  }
  for (const [i, line] of source.split('\n').entries()) {
    const isFence = /^\s*```/.test(line)
    if (isFence || isCode || line.trim() === '') {
      end()
      if (isFence) isCode = !isCode
    } else if (line.startsWith('|')) {
      end()
      for (const cell of line.split('|')) if (/[a-z]/.test(cell)) add(i + 1, cell)
    } else {
      if (/^\s*(?:[-*] |\d+\. |#)/.test(line)) end()
      paragraph ??= { line: i + 1, lines: [] }
      paragraph.lines.push(line.replace(/^\s*(?:[-*] |\d+\. |#+ )/, ''))
    }
  }
  end()
  return texts
}

/** Without the targets of links, emphasis, and what is inside code spans. */
const plain = (text: string): string =>
  joinLines(
    text
      .replace(/`[^`]*`/g, 'X')
      .replace(/\]\([^()\s]*\)/g, ']')
      .replace(/[[\]*]/g, ''),
  )

/** The sentences of a text. */
export const sentencesOf = (text: string): string[] => text.split(/(?<=[.!?]['")’”]?) +(?=[A-Z0-9'"(‘“X])/)
