// Markdown that can be read in a terminal, and decision records in order.

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isRecord, judgeRecord, judgeRecords } from './decisions.ts'
import { listPaths } from './source-files.ts'

const maxLineLength = 120

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
  return isRecord(path) ? [...tooLong, ...judgeRecord(path, text)] : tooLong
}

if (import.meta.main) {
  const root = process.argv[2] ?? '.'
  const texts = new Map(listMarkdown(root).map((path) => [path, readFileSync(join(root, path), 'utf8')]))
  const records = new Map(Array.from(texts).filter(([path]) => path.startsWith('docs/decisions/')))
  const faults = [
    ...Array.from(texts).flatMap(([path, text]) => judgeMarkdown(path, text)),
    ...judgeRecords(records),
  ]
  for (const fault of faults) console.log(fault)
  process.exit(faults.length > 0 ? 1 : 0)
}
