// File names, exported names and routes use the field's terms: none of `banned-words.ts`. Of the names inside a file,
// some still have such a word: their number may only fall.

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { bannedWords, qualifiers } from './banned-words.ts'
import { judgeNumbers } from './falling-numbers.ts'
import {
  allowedBeginnings,
  bannedLocals,
  bannedTypes,
  type InnerName,
  innerNamesOf,
  parseSource,
} from './inner-names.ts'
import { listPaths } from './source-files.ts'
import { allowedNames, namesStillToRename } from './words-exceptions.ts'

/** How many names inside files have a banned word. Lower it when they become fewer; never raise it. */
const allowedInside = { 'names inside files': 588 }

interface Name {
  /** The file, with the line where there is one. */
  readonly at: string
  /** As it is written: a file's name, an identifier or a route. */
  readonly text: string
}

/** `findHTTPRoute`, `find-http-route.test.ts` and `/find/http_route` are the same words. */
export const toWords = (text: string): string[] =>
  text
    .replace(/(\.(test|spec|config|d))?\.[a-z]+$/, '')
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')

const banned = Object.entries(bannedWords).map(([word, instead]) => ({ word, part: `-${word}-`, instead }))
const judged = new Map<string, string | undefined>()

/** What is wrong with a name, and what to write instead. Most names are in many files, so each is judged once. */
export function findBannedWord(text: string): string | undefined {
  if (!judged.has(text)) judged.set(text, judgeName(text))
  return judged.get(text)
}

function judgeName(text: string): string | undefined {
  const words = toWords(text)
  const joined = `-${words.join('-')}-`
  const match = banned.find(({ part }) => joined.includes(part))
  if (match) return `"${match.word}": write ${match.instead}`
  if (/^[A-Z]\w*Parts$/.test(text)) return '"…Parts": write …Deps for the dependencies of a function'
  const address = words.findIndex((word) => /^address(es)?$/.test(word))
  if (address >= 0 && !qualifiers.includes(words[address - 1] ?? '')) {
    return '"address": write email-address, ip-address or url'
  }
  return undefined
}

/** What is wrong with a name inside a file, and what to write instead. */
export function findBannedInnerName({ text, isType, isLocal }: Omit<InnerName, 'line'>): string | undefined {
  if (isType && bannedTypes.has(text)) return `"${text}": write what it is, such as a filter or a request`
  if (isLocal && bannedLocals.has(text)) return `"${text}": write what it holds, such as rows or a request`
  const name = `${toWords(text).join('-')}-`
  return allowedBeginnings.some((start) => name.startsWith(`${start}-`)) ? undefined : findBannedWord(text)
}

const foldersOf = (root: string): string[] =>
  ['packages', 'apps', 'dev', 'e2e', 'docs'].filter((folder) => existsSync(join(root, folder)))

interface Names {
  /** Files and folders, exported names and routes. */
  readonly shown: readonly Name[]
  readonly inner: readonly (Name & Omit<InnerName, 'line'>)[]
}

/** Every name of the project. */
function listNames(root: string): Names {
  const files = listPaths(root, foldersOf(root)).map((path): Names => {
    const own = { at: path, text: path.replace(/\/$/, '').split('/').at(-1) ?? '' }
    if (!/\.(tsx?|mjs)$/.test(path)) return { shown: [own], inner: [] }
    const file = parseSource(path, readFileSync(join(root, path), 'utf8'))
    const inner = innerNamesOf(file).map(({ line, ...name }) => ({ at: `${path}:${line}`, ...name }))
    return { shown: [own, ...namesIn(file, path)], inner }
  })
  return { shown: files.flatMap(({ shown }) => shown), inner: files.flatMap(({ inner }) => inner) }
}

function namesIn(file: ts.SourceFile, path: string): Name[] {
  const names: Name[] = []
  const add = (node: ts.Node, text: string) => {
    const { line } = file.getLineAndCharacterOfPosition(node.getStart(file))
    names.push({ at: `${path}:${line + 1}`, text })
  }
  for (const statement of file.statements) {
    for (const node of exportedNames(statement)) add(node, node.text)
  }
  const visit = (node: ts.Node) => {
    const route = routeOf(node, file)
    if (route !== undefined) add(node, route)
    ts.forEachChild(node, visit)
  }
  visit(file)
  return names
}

function exportedNames(statement: ts.Statement): ts.Identifier[] {
  const modifiers = ts.canHaveModifiers(statement) ? ts.getModifiers(statement) : undefined
  if (!modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) return []
  const declarations = ts.isVariableStatement(statement)
    ? statement.declarationList.declarations
    : [statement as ts.DeclarationStatement]
  return declarations.flatMap(({ name }) => (name && ts.isIdentifier(name) ? [name] : []))
}

/** The path in `path: '/a'`, `url: '/a'`, `() => '/a' as const` and `endpoint('GET /a', …)`. */
function routeOf(node: ts.Node, file: ts.SourceFile): string | undefined {
  const [first] = ts.isCallExpression(node) ? node.arguments : []
  if (first && ts.isStringLiteral(first)) return /^[A-Z]+ (\/[a-z].*)$/.exec(first.text)?.[1]
  const value =
    ts.isPropertyAssignment(node) && /^(path|url)$/.test(node.name.getText(file))
      ? node.initializer
      : ts.isArrowFunction(node)
        ? node.body
        : undefined
  if (!value) return undefined
  const text = (ts.isAsExpression(value) ? value.expression : value).getText(file).slice(1, -1)
  return /^\/[a-z]/.test(text) ? text : undefined
}

/** The violations that no exception covers, then the exceptions that cover nothing. */
function judgeWords(names: Names['shown']): string[] {
  const exceptions = [...Object.keys(allowedNames), ...namesStillToRename]
  const unused = new Set(exceptions)
  const faults = names.flatMap(({ at, text }) => {
    const fault = findBannedWord(text)
    if (fault === undefined) return []
    const name = toWords(text).join('-')
    unused.delete(name)
    return exceptions.includes(name) ? [] : [`${at}: ${text} has ${fault}`]
  })
  const stale = [...unused].map(
    (name) => `dev/checks/words-exceptions.ts: nothing is named ${name} any more: remove the entry`,
  )
  return [...faults, ...stale]
}

/** Warnings about the names inside files. */
const judgeInnerNames = (names: Names['inner']) =>
  names.flatMap(({ at, ...name }) => {
    const { text } = name
    const fault = findBannedInnerName(name)
    return fault === undefined || toWords(text).join('-') in allowedNames
      ? []
      : [{ rule: 'names inside files' as const, text: `${at}: ${text} has ${fault}` }]
  })

if (import.meta.main) {
  const root = process.argv[2] ?? '.'
  const names = listNames(root)
  const faults = judgeWords(names.shown)
  const warnings = judgeInnerNames(names.inner)
  const errors = judgeNumbers(warnings, allowedInside, 'dev/checks/words.ts')
  if (errors.length > 0) for (const { text } of warnings) console.log(`warning  ${text}`)
  for (const fault of [...faults, ...errors]) console.log(fault)
  process.exit(faults.length + errors.length > 0 ? 1 : 0)
}
