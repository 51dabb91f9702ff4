// Small files: a large one is split by idea before it hides one.

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { listPaths } from './source-files.ts'

const limits = { median: 120, p90: 200, warning: 250, error: 400 }

export interface FileSize {
  path: string
  lines: number
}

const isShipped = (path: string) =>
  /^(packages|apps)\/[^/]+\/src\/.*\.(tsx?|css)$/.test(path) &&
  !/\.test\.tsx?$|\/(migrations|vectors|tests)\//.test(path)

export function measureSizes(root: string): FileSize[] {
  const folders = ['packages', 'apps'].filter((folder) => existsSync(join(root, folder)))
  return listPaths(root, folders)
    .filter(isShipped)
    .map((path) => ({ path, lines: readFileSync(join(root, path), 'utf8').trimEnd().split('\n').length }))
    .sort((a, b) => a.lines - b.lines)
}

/** The value below which `share` of the files are. */
export function quantile(sizes: FileSize[], share: number): number {
  return sizes[Math.max(0, Math.ceil(sizes.length * share) - 1)]?.lines ?? 0
}

const summarize = (sizes: FileSize[]): string =>
  `${sizes.length} files, median ${quantile(sizes, 0.5)}, p90 ${quantile(sizes, 0.9)} lines`

export function judgeSizes(sizes: FileSize[]): { summary: string; warnings: string[]; errors: string[] } {
  const median = quantile(sizes, 0.5)
  const p90 = quantile(sizes, 0.9)
  const errors = sizes
    .filter(({ lines }) => lines > limits.error)
    .map(({ path, lines }) => `${path}: ${lines} lines, more than ${limits.error}`)
  if (median > limits.median) errors.push(`The median file has ${median} lines, more than ${limits.median}`)
  if (p90 > limits.p90) errors.push(`A tenth of the files have ${p90} lines or more: more than ${limits.p90}`)
  const warnings = sizes
    .filter(({ lines }) => lines > limits.warning && lines <= limits.error)
    .map(({ path, lines }) => `${path}: ${lines} lines, more than ${limits.warning}`)
  return { summary: summarize(sizes), warnings, errors }
}

/** Where ARCHITECTURE.md gives other figures than the files have now, by more than a tenth. */
export function judgeFigures(architecture: string, sizes: FileSize[]): string[] {
  const sentence =
    /Of about ([\d,]+) files that ship, half have at most (\d+) lines and nine out of ten at most (\d+)\./
  const [, ...figures] = sentence.exec(architecture.replaceAll('\n', ' ')) ?? []
  const [count = 0, median = 0, p90 = 0] = figures.map((figure) => Number(figure.replaceAll(',', '')))
  const actual = [sizes.length, quantile(sizes, 0.5), quantile(sizes, 0.9)]
  const isNear = [count, median, p90].every((figure, i) => Math.abs(figure - (actual[i] ?? 0)) <= figure / 10)
  return isNear ? [] : [`ARCHITECTURE.md: there are ${summarize(sizes)}`]
}

if (import.meta.main) {
  const root = process.argv[2] ?? '.'
  const sizes = measureSizes(root)
  const { summary, warnings, errors } = judgeSizes(sizes)
  const architecture = join(root, 'ARCHITECTURE.md')
  errors.push(...judgeFigures(existsSync(architecture) ? readFileSync(architecture, 'utf8') : '', sizes))
  console.log(summary)
  for (const warning of warnings) console.log(`warning  ${warning}`)
  for (const error of errors) console.log(`error    ${error}`)
  process.exit(errors.length > 0 ? 1 : 0)
}
