// The names inside a file: types, functions, locals, parameters, properties and import aliases.

import ts from 'typescript'

/** Types that are called so, and no more, do not say what they are. */
export const bannedTypes: ReadonlySet<string> = new Set([
  'Asked',
  'Ctx',
  'Given',
  'Happened',
  'Held',
  'Kept',
  'Named',
  'Opened',
  'Outside',
  'Reading',
  'Reply',
  'Say',
  'Secrets',
  'Wanted',
  'Written',
])

/** Variables and parameters that are called so, and no more, do not say what they hold. */
export const bannedLocals: ReadonlySet<string> = new Set([
  'asked',
  'found',
  'given',
  'held',
  'shown',
  'wanted',
])

/** Names, and beginnings of names, in which a banned word is right; in kebab-case. */
export const allowedBeginnings: readonly string[] = [
  'at-most',
  'give-up',
  'given-up',
  'is-settled',
  'take-focus',
  'takes-focus',
]

export interface InnerName {
  /** From 1. */
  readonly line: number
  readonly text: string
  readonly isType: boolean
  /** A variable or a parameter. */
  readonly isLocal: boolean
}

const isType = (node: ts.Node): boolean =>
  ts.isTypeAliasDeclaration(node) || ts.isInterfaceDeclaration(node) || ts.isClassDeclaration(node)

const isLocal = (node: ts.Node): boolean => ts.isVariableDeclaration(node) || ts.isParameter(node)

/** Keys of object literals are not read: they repeat a type, often one of a library. */
const isNamed = (node: ts.Node): node is ts.NamedDeclaration =>
  isType(node) ||
  ts.isVariableDeclaration(node) ||
  ts.isBindingElement(node) ||
  ts.isParameter(node) ||
  ts.isFunctionDeclaration(node) ||
  ts.isPropertySignature(node) ||
  ts.isPropertyDeclaration(node) ||
  ts.isMethodSignature(node) ||
  ts.isMethodDeclaration(node) ||
  ts.isNamespaceImport(node) ||
  (ts.isImportSpecifier(node) && node.propertyName !== undefined)

export const parseSource = (path: string, source: string): ts.SourceFile =>
  ts.createSourceFile(path, source, ts.ScriptTarget.Latest)

/** Every name that a file declares, in its order. */
export function innerNamesOf(file: ts.SourceFile): InnerName[] {
  const names: InnerName[] = []
  const visit = (node: ts.Node): void => {
    const name = isNamed(node) ? node.name : undefined
    if (name && ts.isIdentifier(name)) {
      const { line } = file.getLineAndCharacterOfPosition(name.getStart(file))
      names.push({ line: line + 1, text: name.text, isType: isType(node), isLocal: isLocal(node) })
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return names
}
