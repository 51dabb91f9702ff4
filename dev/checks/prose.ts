// Comments, Markdown and texts in plain English: phrases that hide a term of the field, and sentences too long to read.
// The phrases are those of which most uses can be improved. For each, the number of warnings may only fall.

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { countOf, judgeNumbers, type Warning } from './falling-numbers.ts'
import { type ProseText, sentencesOf, textsOfCode, textsOfMarkdown } from './prose-texts.ts'
import { listPaths } from './source-files.ts'

const maxWords = 35

interface Phrase {
  readonly pattern: RegExp
  readonly instead: string
}

const phrases = {
  somebody: {
    pattern: /\b(?:some|any|every)body\b|\bwhoever\b/i,
    instead: 'the role, or someone, everyone, anyone who',
  },
  'go on': { pattern: /\bgo(?:es|ing)? on\b/i, instead: 'continue, or keep working' },
  'any more': { pattern: /\bany more\b/i, instead: 'no longer' },
  meanwhile: { pattern: /\bmeanwhile\b/i, instead: 'since then, or during that time: say when' },
  'by itself': { pattern: /\bby itself\b/i, instead: 'automatically, or alone' },
  'for good': { pattern: /\bfor good\b/i, instead: 'permanently' },
  'so many': { pattern: /\bso many\b/i, instead: 'the number, or its limit' },
  'is no': { pattern: /(?<!\bthere )\bis no (?!longer\b|more\b)/i, instead: 'is not a' },
  'put back': {
    pattern: /\bput back\b|\bgiven out\b|\bwork(?:s|ed) off\b/i,
    instead: 'restored, issued, processed',
  },
} as const satisfies Record<string, Phrase>

const mail: Phrase = { pattern: /\b(?:a mail|(?<!e-)mails|we mail)\b/i, instead: 'an e-mail, to e-mail' }

export type ProseRule = keyof typeof phrases | 'a mail' | 'long sentence'

/** How many warnings there are. Lower a number when its warnings become fewer; never raise one. */
const allowed: Readonly<Record<ProseRule, number>> = {
  somebody: 175,
  'go on': 71,
  'any more': 41,
  meanwhile: 74,
  'by itself': 56,
  'for good': 12,
  'so many': 35,
  'is no': 70,
  'put back': 13,
  'a mail': 2,
  'long sentence': 9,
}

/** Texts of the web app, the command line, mails and errors. */
const isShown = (path: string, { kind }: ProseText) =>
  kind === 'string' && /^(apps|packages)\/[^/]+\/src\//.test(path) && !/\.test\.tsx?$/.test(path)

/** Warnings about one text. */
function judgeText(path: string, text: ProseText): Warning<ProseRule>[] {
  const location = `${path}:${text.line}`
  const rules: [ProseRule, Phrase][] = Object.entries(phrases) as [keyof typeof phrases, Phrase][]
  if (isShown(path, text)) rules.push(['a mail', mail])
  const violations = rules.flatMap(([rule, { pattern, instead }]) => {
    const phrase = pattern.exec(text.text)?.[0].trim()
    return phrase === undefined ? [] : [{ rule, text: `${location}: "${phrase}": write ${instead}` }]
  })
  if (text.kind !== 'markdown') return violations
  const long = sentencesOf(text.text)
    .map((sentence) => sentence.split(' '))
    .filter((words) => words.length > maxWords)
    .map((words) => ({
      rule: 'long sentence' as const,
      text: `${location}: a sentence of ${words.length} words, more than ${maxWords}: "${words.slice(0, 6).join(' ')} …"`,
    }))
  return [...violations, ...long]
}

export const judgeProse = (path: string, source: string): Warning<ProseRule>[] =>
  (path.endsWith('.md') ? textsOfMarkdown(source) : textsOfCode(path, source)).flatMap((text) =>
    judgeText(path, text),
  )

/** These contain the phrases on purpose. */
const isOwn = (path: string) => /^dev\/checks\/(prose|planted)[^/]*\.ts$/.test(path)

if (import.meta.main) {
  const root = process.argv[2] ?? '.'
  const folders = ['packages', 'apps', 'dev', 'e2e', 'docs'].filter((name) => existsSync(join(root, name)))
  const paths = [...readdirSync(root), ...listPaths(root, folders)].filter(
    (path) => /\.(md|tsx?|mjs)$/.test(path) && !isOwn(path),
  )
  const warnings = paths.flatMap((path) => judgeProse(path, readFileSync(join(root, path), 'utf8')))
  const errors = judgeNumbers(warnings, allowed, 'dev/checks/prose.ts')
  const rules = (Object.keys(allowed) as ProseRule[]).filter(
    (rule) => countOf(warnings, rule) !== allowed[rule],
  )
  for (const { rule, text } of warnings) if (rules.includes(rule)) console.log(`warning  ${text}`)
  for (const error of errors) console.log(`error    ${error}`)
  process.exit(errors.length > 0 ? 1 : 0)
}
