import type { CommandForm } from '../command.ts'
import { UsageError } from '../user-error.ts'
import { bashCompletion } from './bash.ts'
import { describeProgram } from './described.ts'
import { fishCompletion } from './fish.ts'
import { zshCompletion } from './zsh.ts'

const writers = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion }
export type Shell = keyof typeof writers

/** The command that prints a completion script. */
export const completionForm = <Name extends string>(program: Name) =>
  ({
    name: 'completion',
    summary: 'Print a shell completion script',
    operands: 'SHELL',
    words: ['bash', 'zsh', 'fish'],
    options: {},
    examples: [
      [`source <(${program} completion bash)`, 'In ~/.bashrc'],
      [`source <(${program} completion zsh)`, 'In ~/.zshrc, after compinit'],
      [`${program} completion fish > ~/.config/fish/completions/${program}.fish`, 'Once'],
    ],
  }) as const satisfies CommandForm

/** @throws UsageError */
export function requireShell(name: string | undefined): Shell {
  if (name !== undefined && Object.hasOwn(writers, name)) return name as Shell
  throw new UsageError('SHELL must be one of: bash, zsh, fish.')
}

export const completionScript = (shell: Shell, ...described: Parameters<typeof describeProgram>): string =>
  writers[shell](describeProgram(...described))
