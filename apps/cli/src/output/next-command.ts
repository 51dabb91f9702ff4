import type { TargetOptions } from '../remote/requested-target.ts'

type OptionValue = boolean | string | readonly string[] | undefined

/** As a shell reads it. */
const quoted = (word: string): string =>
  /^[\w./:@%+,=-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`

/** A command to type next, as messages print it. */
export function nextCommand(
  name: string,
  operands: readonly string[],
  options: Readonly<Record<string, OptionValue>>,
): string {
  const words = Object.entries(options).flatMap(([option, value]) => {
    if (option === 'json' || value === undefined || value === false) return []
    if (value === true) return [`--${option}`]
    return [value].flat().flatMap((text) => [`--${option}`, quoted(text)])
  })
  return ['envhold', name, ...operands.map(quoted), ...words].join(' ')
}

interface FileOptions extends TargetOptions {
  readonly server?: string | undefined
  readonly 'ca-file'?: string | undefined
  readonly insecure?: boolean
  readonly format?: string | undefined
  readonly dialect?: string | undefined
}

/** The options that lead another command to the same environment, and have it read the same kind of file. */
const commonOptions = (options: FileOptions) => ({
  server: options.server,
  'ca-file': options['ca-file'],
  insecure: options.insecure,
  project: options.project,
  env: options.env,
  format: options.format,
  dialect: options.dialect,
})

/** What a user can do about a file that differs from its environment. */
export interface FileCommands {
  readonly compare: string
  readonly push: string
  readonly pull: string
  readonly replace: string
  readonly ignore: string
}

/** @param file the file that the call named, if it named one */
export function fileCommands(options: FileOptions, file: string | undefined): FileCommands {
  const common = commonOptions(options)
  const operands = file === undefined ? [] : [file]
  const pulling = { ...common, output: file }
  return {
    compare: nextCommand('diff', operands, common),
    push: nextCommand('push', operands, common),
    pull: nextCommand('pull', [], pulling),
    replace: nextCommand('pull', [], { ...pulling, force: true }),
    ignore: nextCommand('pull', [], { ...pulling, gitignore: true }),
  }
}
