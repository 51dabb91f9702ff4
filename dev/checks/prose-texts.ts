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
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest)
  const lineOf = (position: number) => file.getLineAndCharacterOfPosition(position).line + 1
  const literals: ts.Node[] = []
  const strings: ProseText[] = []
  const addString = (node: ts.Node, literal: string) => {
    const text = joinLines(literal)
    if (text.split(' ').length >= minWords)
      strings.push({ kind: 'string', line: lineOf(node.getStart(file)), text })
  }
  const visit = (node: ts.Node): void => {
    if (isLiteral(node)) literals.push(node)
    if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node) || ts.isJsxText(node))
      addString(node, node.text)
    if (ts.isTemplateExpression(node))
      addString(
        node,
        [node.head, ...node.templateSpans.map(({ literal }) => literal)].map(({ text }) => text).join('X'),
      )
    ts.forEachChild(node, visit)
  }
  visit(file)
  const comments = commentsOf(withoutLiterals(source, literals, file)).map(({ start, text }) => ({
    line: lineOf(start),
    text: joinLines(text.replace(/^\s*(?:\/\/+|\/\*+|\*+\/|\*)/gm, ' ').replace('*/', ' ')),
    isAlone: source.slice(source.lastIndexOf('\n', start) + 1, start).trim() === '',
  }))
  return [...joinNeighbours(comments), ...strings]
}

/** Whether a comment cannot be inside it. */
const isLiteral = (node: ts.Node): boolean =>
  ts.isLiteralExpression(node) ||
  ts.isTemplateHead(node) ||
  ts.isTemplateMiddleOrTemplateTail(node) ||
  ts.isJsxText(node)

/** The source with spaces in place of its literals, which may contain what looks like a comment. */
function withoutLiterals(source: string, literals: readonly ts.Node[], file: ts.SourceFile): string {
  const parts: string[] = []
  let end = 0
  for (const literal of literals) {
    const start = literal.getStart(file)
    parts.push(source.slice(end, start), ' '.repeat(literal.end - start))
    end = literal.end
  }
  return parts.join('') + source.slice(end)
}

const commentsOf = (code: string): { start: number; text: string }[] =>
  [...code.matchAll(/\/\/.*|\/\*[\s\S]*?\*\//g)].map(({ index, 0: text }) => ({ start: index, text }))

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
