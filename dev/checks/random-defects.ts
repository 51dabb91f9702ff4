import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { seededRandom } from '../crash/random.ts'
import { type Defect, plantDefect } from './defect.ts'
import { findMutations, type Mutation } from './find-mutations.ts'
import { listPaths } from './source-files.ts'

const folders = ['apps/server/src', 'apps/cli/src', 'apps/web/src', 'packages']

/** Migrations have run already, and a fake of tests is a test. */
const isMutable = (path: string): boolean =>
  /\/src\/.*\.tsx?$/.test(path) && !/\.test\.tsx?$|\/(?:migrations|tests)\//.test(path)

/** Defects in files by chance; the same for a seed as long as the sources are the same. */
export function randomDefects(root: string, seed: number, count: number): Defect[] {
  const { one: pick } = seededRandom(seed)
  const paths = listPaths(root, folders).filter(isMutable).toSorted()
  const defects = new Map<string, Defect>()
  while (defects.size < count) {
    const file = pick(paths)
    const content = readFileSync(join(root, file), 'utf8')
    // First the kind: otherwise most were in texts.
    const kinds = [
      ...Map.groupBy(findMutations(file, content), ({ what }) => what.replace(/^.* becomes/, '')).values(),
    ]
    if (kinds.length === 0 || defects.has(file)) continue
    const defect = defectOf(file, content, pick(pick(kinds)))
    if (parses(file, plantDefect(content, defect))) defects.set(file, defect)
  }
  return [...defects.values()]
}

/** A mutation as text that is replaced: with as many of the lines around it as make it unique. */
function defectOf(file: string, content: string, { what, start, end, text }: Mutation): Defect {
  let from = start
  let to = end
  do {
    from = Math.max(0, content.lastIndexOf('\n', from - 2) + 1)
    const next = content.indexOf('\n', to + 1)
    to = next < 0 ? content.length : next
  } while (content.split(content.slice(from, to)).length > 2)
  return {
    what,
    file,
    before: content.slice(from, to),
    after: content.slice(from, start) + text + content.slice(end, to),
  }
}

function parses(fileName: string, content: string | undefined): boolean {
  if (content === undefined) return false
  const compilerOptions = { jsx: ts.JsxEmit.Preserve, target: ts.ScriptTarget.Latest }
  return (
    ts.transpileModule(content, { fileName, compilerOptions, reportDiagnostics: true }).diagnostics
      ?.length === 0
  )
}
