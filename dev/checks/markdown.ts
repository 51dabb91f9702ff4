// Markdown that can be read in a terminal, and decision records that are short and have the same three parts.

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { listPaths } from './source-files.ts'

const maxLineLength = 120
const maxRecordLines = 40
const recordParts = ['Context', 'Decision', 'Consequences']

function listMarkdown(root: string): string[] {
  const folders = ['docs', 'packages', 'apps', 'dev', 'e2e'].filter((name) => existsSync(join(root, name)))
  return [...readdirSync(root), ...listPaths(root, folders)].filter((path) => path.endsWith('.md'))
}

/** Rows of tables have no length, nor do URLs and the targets of links. */
const measured = (line: string): number =>
  line.startsWith('|') ? 0 : line.replaceAll(/\]\([^()\s]*\)|https?:[^\s)>]*/g, '').length

export function judgeMarkdown(path: string, text: string): string[] {
  const lines = text.trimEnd().split('\n')
  // Readers copy code as it is, so it may be longer.
  let isCode = false
  const tooLong = lines.flatMap((line, i) => {
    if (line.startsWith('```')) isCode = !isCode
    const isTooLong = !isCode && measured(line) > maxLineLength
    return isTooLong ? [`${path}:${i + 1}: more than ${maxLineLength} characters`] : []
  })
  return path.startsWith('docs/decisions/') ? [...tooLong, ...judgeRecord(path, lines)] : tooLong
}

function judgeRecord(path: string, lines: string[]): string[] {
  const parts = lines.flatMap((line) => /^\*\*(\w+)\.\*\*/.exec(line)?.[1] ?? [])
  const found = parts.filter((part) => recordParts.includes(part))
  return [
    ...(lines.length > maxRecordLines ? [`${path}: ${lines.length} lines, more than ${maxRecordLines}`] : []),
    ...(found.join() === recordParts.join()
      ? []
      : [`${path}: a record has **Context.**, **Decision.** and **Consequences.**, in this order`]),
  ]
}

if (import.meta.main) {
  const root = process.argv[2] ?? '.'
  const faults = listMarkdown(root).flatMap((path) =>
    judgeMarkdown(path, readFileSync(join(root, path), 'utf8')),
  )
  for (const fault of faults) console.log(fault)
  process.exit(faults.length > 0 ? 1 : 0)
}
