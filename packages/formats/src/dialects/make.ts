import { isBare, type Writing } from './writing.ts'

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
