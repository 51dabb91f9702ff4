import { completionForm, completionScript, requireShell } from '@envhold/command/completion/completion.ts'
import { command, program } from '../command.ts'

export const completion = command({
  ...completionForm(program.name),
  async run({ operands, commands, output }) {
    const shell = requireShell(operands[0])
    const loaded = commands.names.map(async (name) => [name, await commands.load(name)] as const)
    const script = completionScript(shell, program, await Promise.all(loaded))
    output.result({ shell, script }, () => script)
    return 0
  },
})
