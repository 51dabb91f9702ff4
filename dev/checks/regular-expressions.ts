// A regular expression that takes more than linear time on some input lets the sender of that input block the only
// thread. Each one in shipped code is analysed; `RegExp` objects built from text are not allowed, because they cannot
// be.

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { analyse } from 'scslre'
import ts from 'typescript'
import { listPaths } from './source-files.ts'

const isShipped = (path: string) =>
  /^(packages|apps)\/[a-z]+\/src\/.*\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path)

interface Found {
  /** `path:line` */
  readonly at: string
  /** The literal; undefined for an expression built from text. */
  readonly literal: string | undefined
}

/** Every regular expression in shipped code. */
export function listRegularExpressions(root: string): Found[] {
  const folders = ['packages', 'apps'].filter((folder) => existsSync(join(root, folder)))
  return listPaths(root, folders)
    .filter(isShipped)
    .flatMap((path) => findIn(readFileSync(join(root, path), 'utf8'), path))
}

function findIn(source: string, path: string): Found[] {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest)
  const expressions: Found[] = []
  const add = (node: ts.Node, literal: string | undefined) => {
    const { line } = file.getLineAndCharacterOfPosition(node.getStart(file))
    expressions.push({ at: `${path}:${line + 1}`, literal })
  }
  const visit = (node: ts.Node) => {
    if (ts.isRegularExpressionLiteral(node)) add(node, node.text)
    if (ts.isNewExpression(node) && node.expression.getText(file) === 'RegExp') add(node, undefined)
    ts.forEachChild(node, visit)
  }
  visit(file)
  return expressions
}

export const patternOf = (literal: string): { source: string; flags: string } => {
  const end = literal.lastIndexOf('/')
  return { source: literal.slice(1, end), flags: literal.slice(end + 1) }
}

/**
 * What is wrong with an expression. The analysis does not detect every ambiguity; `linear-time.test.ts` measures too.
 */
export function findFault(literal: string | undefined): string | undefined {
  if (literal === undefined) return 'a regular expression made of text cannot be checked: write it out'
  const pumped = analyse(patternOf(literal)).reports[0]?.character.pick
  return pumped && `${literal} takes more than linear time on many ${JSON.stringify(pumped)}`
}

if (import.meta.main) {
  const faults = listRegularExpressions(process.argv[2] ?? '.').flatMap(({ at, literal }) => {
    const fault = findFault(literal)
    return fault === undefined ? [] : [`${at}: ${fault}`]
  })
  for (const fault of faults) console.log(fault)
  process.exit(faults.length > 0 ? 1 : 0)
}
