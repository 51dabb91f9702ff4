import type { DescribedCommand, DescribedOption } from './described.ts'

/** Text inside single quotes of the shell. */
const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`
const description = (text: string) => text.replace(/[[\]:\\]/g, '\\$&')

const actionOf = ({ name, choices, file }: DescribedOption): string => {
  if (choices === null) return ''
  if (file) return `:${name}:_files`
  return choices.length > 0 ? `:${name}:(${choices.join(' ')})` : `:${name}:`
}

const optionSpecs = (option: DescribedOption): string[] => {
  const { name, short, help, choices } = option
  const rest = `[${description(help)}]${actionOf(option)}`
  const long = `--${name}${choices === null ? '' : '='}${rest}`
  return short ? [`-${short}${choices === null ? '' : '+'}${rest}`, long] : [long]
}

const operandSpecs = ({ operands, thenFile }: DescribedCommand): string[] => {
  if (operands === 'file') return ['1:file:_files']
  if (operands === 'command' || operands === 'none') return []
  return [`1:word:(${operands.join(' ')})`, ...(thenFile ? ['2:file:_files'] : [])]
}

const commandCase = (command: DescribedCommand): string => {
  const specs = [...command.options.flatMap(optionSpecs), ...operandSpecs(command)]
  return `    ${command.name})\n      _arguments -s -S ${specs.map(quoted).join(' \\\n        ')} ;;\n`
}

export function zshCompletion(commands: readonly DescribedCommand[]): string {
  const list = commands
    .map(({ name, summary }) => `    ${quoted(`${name}:${description(summary)}`)}\n`)
    .join('')
  return `#compdef envhold
_envhold() {
  local -a envhold_commands
  envhold_commands=(
${list}  )
  if ((CURRENT == 2)); then
    _describe -t commands 'envhold command' envhold_commands
    return
  fi
  local envhold_command=$words[2]
  integer dashes=\${words[(i)--]}
  if [[ $envhold_command == run ]] && ((dashes < CURRENT)); then
    shift $dashes words
    ((CURRENT -= dashes))
    _normal
    return
  fi
  shift words
  ((CURRENT--))
  case $envhold_command in
${commands.map(commandCase).join('')}  esac
}
if [[ \${zsh_eval_context[-1]} == loadautofunc ]]; then _envhold "$@"; else compdef _envhold envhold; fi
`
}
