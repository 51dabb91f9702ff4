import { between, isBare, type Writing } from './writing.ts'

/**
 * For `set -a; . ./.env` in bash and other POSIX shells: everything that is not bare is in single quotes, where a
 * shell expands nothing, and each single quote of the value becomes `'\''`. Rejects the names that bash reserves.
 */
export function writeBash(value: string, key: string): Writing {
  if (bashReservedNames.has(key)) return { problem: 'bash reserves this name' }
  return { text: isBare(value) ? value : quoteForShell(value) }
}

/** `value` as one word of a POSIX shell. */
export function quoteForShell(value: string): string {
  return `'${value.replaceAll("'", "'\\''")}'`
}

/** Names that bash 5.2 makes read-only, or whose assignment it ignores or gives another meaning. */
export const bashReservedNames: ReadonlySet<string> = new Set([
  '_',
  'BASHOPTS',
  'BASHPID',
  'BASH_ALIASES',
  'BASH_ARGC',
  'BASH_ARGV',
  'BASH_ARGV0',
  'BASH_CMDS',
  'BASH_COMMAND',
  'BASH_LINENO',
  'BASH_SOURCE',
  'BASH_SUBSHELL',
  'BASH_VERSINFO',
  'COMP_WORDBREAKS',
  'DIRSTACK',
  'EPOCHREALTIME',
  'EPOCHSECONDS',
  'EUID',
  'FUNCNAME',
  'GROUPS',
  'HISTCMD',
  'LINENO',
  'OPTIND',
  'PIPESTATUS',
  'PPID',
  'RANDOM',
  'SECONDS',
  'SHELLOPTS',
  'SHLVL',
  'SRANDOM',
  'UID',
])

/**
 * One word for fish 3 and newer: in single quotes a backslash escapes only `'` and `\`; everything else is unchanged.
 * Rejects the names that fish makes read-only.
 */
export function writeFish(value: string, key: string): Writing {
  if (fishKeeps.has(key)) return { problem: 'fish reserves this name' }
  return { text: `'${value.replaceAll(/[\\']/g, '\\$&')}'` }
}

/** Names that fish makes read-only, or whose assignment it gives another meaning. */
const fishKeeps: ReadonlySet<string> = new Set([
  '_',
  'FISH_VERSION',
  'PWD',
  'SHLVL',
  'fish_kill_signal',
  'fish_killring',
  'fish_pid',
  'history',
  'hostname',
  'pipestatus',
  'status',
  'status_generation',
  'umask',
  'version',
])

/**
 * For `include .env` in a makefile of GNU make, which does not support quotes: `$` is written `$$` and `#` is written
 * `\#`, with the backslashes before it doubled. `$()`, which expands to nothing, keeps outer spaces and a trailing
 * backslash.
 */
export function writeMake(value: string, key: string): Writing {
  if (makeKeeps.has(key)) return { problem: 'make reserves this name' }
  if (/[\n\r]/.test(value)) return { problem: 'make cannot hold a line break' }
  if (isBare(value)) return { text: value }
  const escaped = value.replaceAll('$', '$$$$').replaceAll(/(\\+)(#?)|#/g, escapeHash)
  const start = /^\s/.test(value) ? '$()' : ''
  const end = /[\s\\]$/.test(value) ? '$()' : ''
  return { text: start + escaped + end }
}

/** Backslashes are doubled only where a `#` follows them. */
const escapeHash = (run: string, backslashes = '', hash = '#'): string =>
  hash === '' ? run : `${backslashes}${backslashes}\\#`

/** Names that GNU make sets itself, or reads its own settings from. */
const makeKeeps: ReadonlySet<string> = new Set([
  'CURDIR',
  'GNUMAKEFLAGS',
  'MAKE',
  'MAKECMDGOALS',
  'MAKEFILES',
  'MAKEFILE_LIST',
  'MAKEFLAGS',
  'MAKELEVEL',
  'MAKEOVERRIDES',
  'MAKE_COMMAND',
  'MAKE_RESTARTS',
  'MAKE_VERSION',
  'MFLAGS',
  'SHELL',
  'SUFFIXES',
  'VPATH',
])

/**
 * The portable rule, for texts written without a dialect: (1) bare, (2) single quotes, (3) double quotes, where every
 * common reader agrees; (4) otherwise any form that npm dotenv and bash both read exactly, with a warning. Rejected
 * if there is none. For `docker --env-file`, which does not support quotes, only (1) works.
 */
export function writePortable(value: string, key: string): Writing {
  if (key === '__proto__') return { problem: 'npm dotenv loses a variable of this name' }
  const written = writeValue(value)
  if (!bashReservedNames.has(key) || 'problem' in written) return written
  return { ...written, warning: 'bash reserves this name and ignores the value' }
}

function writeValue(value: string): Writing {
  if (isBare(value)) return { text: value }
  const strange = /\p{Noncharacter_Code_Point}/u.test(value) ? noncharacter : undefined
  if (!/'|\$\{|\\\\|\\$|\r/.test(value)) {
    return between("'", value, value.includes('$') ? expanding : strange)
  }
  if (!/["\\$`\r]/.test(value)) return between('"', value, strange)
  return writeForDotenvAndBash(value)
}

/** Rule 4 without a dialect. */
function writeForDotenvAndBash(value: string): Writing {
  if (value.includes('\r')) return unwritable
  if (!value.includes("'")) {
    const dollar = value.includes('${') ? expandingBraces : expanding
    const warning = value.includes('$') ? dollar : backslashes
    return between("'", value, warning)
  }
  // Within double quotes bash drops a backslash before ", \, $, ` and a newline, and may drop a DEL after one; npm
  // dotenv reads \n and \r as line breaks.
  if (!/["$`]|\\[nr\\\n\x7F]|\\$/.test(value)) return between('"', value, backslashes)
  return unwritable
}

const expanding = '@next/env and dotenv-expand may expand the $ in this value: choose a dialect for them'
const expandingBraces =
  'python, @next/env and dotenv-expand may expand the $ in this value: choose a dialect for them'
const backslashes = 'some readers treat a backslash in this value as an escape: choose a dialect for them'
const noncharacter = 'systemd rejects this value, because it contains a Unicode noncharacter'
const unwritable: Writing = { problem: 'no single text is read exactly by both npm dotenv and bash' }
