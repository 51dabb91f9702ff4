import { command } from '../command.ts'
import { bashCompletion } from '../completion/bash.ts'
import { describeCommands } from '../completion/described.ts'
import { fishCompletion } from '../completion/fish.ts'
import { zshCompletion } from '../completion/zsh.ts'
import { UsageError } from '../user-error.ts'

const writers = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion }
const isShell = (name: string | undefined): name is keyof typeof writers =>
  name !== undefined && Object.hasOwn(writers, name)

export const completion = command({
  name: 'completion',
  summary: 'Print a shell completion script',
  operands: 'SHELL',
  minimum: 1,
  maximum: 1,
  options: {},
  examples: [
    ['source <(envhold completion bash)', 'In ~/.bashrc'],
    ['source <(envhold completion zsh)', 'In ~/.zshrc, after compinit'],
    ['envhold completion fish > ~/.config/fish/completions/envhold.fish', 'Once'],
  ],
  async run({ operands, commands, output }) {
    const shell = operands[0]
    if (!isShell(shell)) throw new UsageError('SHELL must be one of: bash, zsh, fish.')
    const script = writers[shell](await describeCommands(commands.names, commands.load))
    output.result({ shell, script }, () => script)
    return 0
  },
})
