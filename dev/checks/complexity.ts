// Warns of long functions, many parameters and files that import much of ours. The number of the first two may only
// fall. Files that import much may be one in twenty: a verb that brings transaction, mail, stores and proof together
// is not improved by hiding that behind a file in between.

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { countOf, judgeNumbers, type Warning as WarningOf } from './falling-numbers.ts'
import { listPaths } from './source-files.ts'

const limits = { lines: 80, componentLines: 120, parameters: 4, imports: 15 }

/** How many warnings there are. Lower a number when its warnings become fewer; never raise one. */
const allowed = { lines: 3, parameters: 4 }
/** Of all files, this share may have more imports. */
const maxShare = 0.05

export type Rule = keyof typeof allowed | 'imports'
export type Warning = WarningOf<Rule>

const isShipped = (path: string) =>
  /^(packages|apps)\/[^/]+\/src\/.*\.tsx?$/.test(path) &&
  !/\.test\.tsx?$|\/(migrations|vectors|tests)\//.test(path)

/** A file whose one idea is to list what others define grows with them, and stays simple. */
const isList = (path: string) =>
  /\/(app|router|routes|operator-area|sweeps|billing-sweeps|authenticated-tables|every-[a-z-]+)\.tsx?$/.test(
    path,
  )

const ownImport = /^(\.|@envhold\/)/

const nameOf = (node: ts.SignatureDeclaration, source: ts.SourceFile): string => {
  const named = node.name ?? (ts.isVariableDeclaration(node.parent) ? node.parent.name : undefined)
  return named?.getText(source) ?? 'a function without a name'
}

/** What is complex in one file. */
export function findComplexity(path: string, text: string): Warning[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const warnings: Warning[] = []
  const imports = source.statements.filter(
    (statement) =>
      ts.isImportDeclaration(statement) &&
      ts.isStringLiteral(statement.moduleSpecifier) &&
      ownImport.test(statement.moduleSpecifier.text),
  ).length
  if (imports > limits.imports && !isList(path))
    warnings.push({
      rule: 'imports',
      text: `${path}: ${imports} imports of ours, more than ${limits.imports}`,
    })

  const lineOf = (position: number) => source.getLineAndCharacterOfPosition(position).line
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node)) {
      const name = nameOf(node, source)
      const where = `${path}: ${name}`
      const count = node.parameters.length
      if (count > limits.parameters)
        warnings.push({
          rule: 'parameters',
          text: `${where} takes ${count} parameters, more than ${limits.parameters}`,
        })
      const lines = lineOf(node.end) - lineOf(node.getStart(source)) + 1
      const max = path.endsWith('.tsx') && /^[A-Z]/.test(name) ? limits.componentLines : limits.lines
      if (lines > max) warnings.push({ rule: 'lines', text: `${where} has ${lines} lines, more than ${max}` })
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return warnings
}

/**
 * Errors where there are more warnings of a rule than allowed, or fewer: then the allowed number is out of date.
 * @param files how many files were looked at
 */
export function judgeComplexity(
  warnings: readonly Warning[],
  files: number,
  allowedOf: Readonly<Record<keyof typeof allowed, number>> = allowed,
): string[] {
  const maxImports = Math.floor(files * maxShare)
  const errors = judgeNumbers(warnings, allowedOf, 'dev/checks/complexity.ts')
  const imports = countOf(warnings, 'imports')
  return imports > maxImports
    ? [...errors, `${imports} warnings about imports: ${maxImports} are allowed`]
    : errors
}

if (import.meta.main) {
  const root = process.argv[2] ?? '.'
  const folders = ['packages', 'apps'].filter((folder) => existsSync(join(root, folder)))
  const paths = listPaths(root, folders).filter(isShipped)
  const warnings = paths.flatMap((path) => findComplexity(path, readFileSync(join(root, path), 'utf8')))
  const errors = judgeComplexity(warnings, paths.length)
  for (const { text } of warnings) console.log(`warning  ${text}`)
  for (const error of errors) console.log(`error    ${error}`)
  process.exit(errors.length > 0 ? 1 : 0)
}
