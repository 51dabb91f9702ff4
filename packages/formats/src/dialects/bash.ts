import { isBare, type Writing } from './writing.ts'

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
