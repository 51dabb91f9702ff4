// biome-ignore-all lint/suspicious/noTemplateCurlyInString: comments and patterns name references
// biome-ignore-all lint/suspicious/noControlCharactersInRegex: readers treat them as spaces
import type { Family } from './families.ts'

/** Spaces that npm dotenv removes at the ends of a bare value, or that others do, but not all. */
const invisible =
  /^[ \t]*[\v\f\u001c-\u001f\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]|[\v\f\u001c-\u001f\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff][ \t]*$/

/** Such a space between a closing quote and the end of the line or a comment. */
const invisibleRest = /^[^\S\n]*[^\S\n\t ]/

const always = /(?:)/
const colon = /:/
const lines = /\n/
/** `$NAME`, `${NAME}` and `$(command)`. */
const reference = /\$[A-Za-z_0-9{(.]/

/** Where phpdotenv begins a value of several lines. */
const opensLines = /="[^"]*$/

/** direnv reads line by line, and fails unless the last line of a value looks like an assignment or a comment. */
const assignmentLast = /\n[ \t]*(?:#|(?:export[ \t]+)?[\w.]+[ \t]*[=:])[^\n]*$/

const shellReference = /\$[\w{([@*#?$!-]|`/
const node: Family = {
  readers: 'Node’s --env-file and dotenvx',
  dialect: 'node',
  header: { separator: colon, export: /export *[^\S ]/ },
  none: { substitutes: /\$[A-Za-z_{(]/, escapes: /\\\$/, invisible },
  empty: { 'next-line': /=\s+$/, export: /^\s*export.*=$/ },
  single: { escapes: /\\'/ },
  double: { substitutes: /\$[A-Za-z_{(]/, escapes: /\\["$t]/, 'line-escapes': /\\r/ },
  backtick: { substitutes: /\$[A-Za-z_{(]/, escapes: /\\[`$]/ },
}

const next: Family = {
  readers: '@next/env and dotenv-expand',
  dialect: 'next',
  none: { substitutes: reference, escapes: /\\\$/ },
  single: { substitutes: reference, escapes: /\\\$/ },
  double: { substitutes: reference, escapes: /\\\$/ },
  backtick: { substitutes: reference, escapes: /\\\$/ },
}

const bash: Family = {
  readers: 'shells such as bash',
  dialect: 'bash',
  header: { separator: /:|=\s|\s=/ },
  none: {
    substitutes: shellReference,
    escapes: /\\/,
    shell: /\S[ \t]+\S|[;&|<>()'"]|(?:^|[:=])~/,
    invisible,
  },
  single: { escapes: /\\'/ },
  double: { substitutes: shellReference, escapes: /\\(?:["\\$`\n\x7F]|$)/, 'line-escapes': /\\[nr]/ },
  backtick: { backticks: always },
  bareComment: /^#|^[^#]*[^#\s]#/,
  rest: { comment: /^#/, invisible: invisibleRest },
}

const compose: Family = {
  readers: 'Docker Compose',
  dialect: 'compose',
  none: { substitutes: /\$[A-Za-z_{$]/, invisible: /[\u0085\ufeff]/ },
  single: { escapes: /\\'|(?:^|[^\\])(?:\\\\)*\\$/ },
  double: { substitutes: /\$[A-Za-z_{$]/, escapes: /\\(?:[abftv$"\\]|0[0-3][0-7]{2}|$)/ },
  backtick: { backticks: always },
  bareComment: /^\s*#|^[^#]*[^# ]#/,
}

const docker: Family = {
  readers: 'docker --env-file',
  dialect: 'docker',
  header: { separator: colon, export: /export/, spaces: /=\s|\s=/ },
  none: { spaces: /^\s|\s$/ },
  single: { quotes: always },
  double: { quotes: always },
  backtick: { quotes: always },
  bareComment: /#/,
}

const python: Family = {
  readers: 'python-dotenv',
  dialect: 'python',
  header: { separator: colon },
  none: { substitutes: /\$\{/, invisible: /[\u001c-\u001f\u0085\ufeff]/ },
  single: { substitutes: /\$\{/, escapes: /\\[\\']|\\$/ },
  double: { substitutes: /\$\{/, escapes: /\\[\\'"abftv]|\\$/ },
  backtick: { backticks: always },
  bareComment: /^\s*#|^[^#]*[^#\s]#/,
}

const ruby: Family = {
  readers: 'ruby dotenv',
  dialect: 'ruby',
  none: { substitutes: reference, escapes: /\\/, invisible },
  single: { escapes: /\\'/ },
  double: { substitutes: reference, escapes: /\\(?:[^nr]|$)/, 'line-escapes': /\\[nr]/ },
  backtick: { backticks: always },
  rest: { comment: /['"]/, invisible: invisibleRest },
  ownRaw: { lines },
}

const go: Family = {
  readers: 'godotenv',
  dialect: 'go',
  none: {
    substitutes: /\$\(?\{?[A-Z0-9_]/,
    escapes: /\\\$/,
    invisible: /[\u0085\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]/,
  },
  single: { escapes: /[\\']$/ },
  double: { substitutes: /\$\(?\{?[A-Z0-9_]/, escapes: /\\[^nr]|\\$/ },
  backtick: { backticks: always },
  bareComment: /^\s*#|^[^#]*[^#\s]#|^[^#]*#.*?\s#/,
}

const php: Family = {
  readers: 'phpdotenv',
  dialect: 'php',
  header: { separator: colon },
  none: { substitutes: /\$\{/, invisible, lines: opensLines },
  single: { escapes: /\\'/, lines: /\n|="[^"]*$/ },
  double: { lines: /^[^\n]*\n[\s\S]*=$/, substitutes: /\$\{/, escapes: /\\(?:[^nr]|$)/ },
  backtick: { backticks: always },
  bareComment: opensLines,
  rest: { lines: opensLines },
  lastLine: { lines: /./ },
  commentLine: { 'comment-line': /^[^"]*="[^"]*$/ },
}

const make: Family = {
  readers: 'make',
  dialect: 'make',
  header: { separator: colon },
  none: { substitutes: /\$/, escapes: /\\(?:#|$)/, spaces: /\S\s+$/, invisible },
  single: { quotes: always },
  double: { quotes: always },
  backtick: { quotes: always },
  bareComment: /^[^#]*[^#\s]\s+#|\\(?:#|$)/,
  commentLine: { 'comment-line': /\\$/ },
}

const systemd: Family = {
  readers: 'systemd',
  dialect: 'systemd',
  header: { separator: colon },
  ownHeader: { export: /export/ },
  none: { escapes: /\\/, invisible },
  single: { escapes: /\\'/ },
  double: { escapes: /\\(?:["\\`$\n]|$)/, 'line-escapes': /\\[nr]/ },
  backtick: { backticks: always },
  bareComment: /#/,
  rest: { comment: /#/, invisible: invisibleRest },
  commentLine: { 'comment-line': /\\$/ },
}

const symfony: Family = {
  readers: 'symfony/dotenv',
  header: { separator: colon },
  none: { substitutes: /\$[\w{}(:]/, escapes: /\\/, invisible },
  double: { substitutes: /\$[\w{}(:]/, escapes: /\\[^nr]/ },
  backtick: { backticks: always },
  bareComment: /^[^#]*[^#\s]#/,
  rest: { comment: /^#/, invisible: invisibleRest },
}

const direnv: Family = {
  readers: 'direnv',
  none: { substitutes: reference, escapes: /\\/, invisible },
  single: { lines: assignmentLast },
  double: { lines: assignmentLast, substitutes: reference, escapes: /\\[^nr]/ },
  backtick: { backticks: always },
  rest: { invisible: invisibleRest },
  bareComment: /^#|^[^#]*[^#\s]#/,
}

export const families: readonly Family[] = [
  node,
  next,
  bash,
  compose,
  docker,
  python,
  ruby,
  go,
  php,
  make,
  systemd,
  symfony,
  direnv,
]
