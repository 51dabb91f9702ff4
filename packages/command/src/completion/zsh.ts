import type { DescribedCommand, DescribedOption, DescribedProgram } from './described.ts'

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

/** After `--` another command is completed. */
const wrappingCase = (identifier: string, name: string): string => `  integer dashes=\${words[(i)--]}
  if [[ $${identifier}_command == ${name} ]] && ((dashes < CURRENT)); then
    shift $dashes words
    ((CURRENT -= dashes))
    _normal
    return
  fi
`

export function zshCompletion({ name: program, identifier, commands, wrapping }: DescribedProgram): string {
  const list = commands
    .map(({ name, summary }) => `    ${quoted(`${name}:${description(summary)}`)}\n`)
    .join('')
  return `#compdef ${program}
_${identifier}() {
  local -a ${identifier}_commands
  ${identifier}_commands=(
${list}  )
  if ((CURRENT == 2)); then
    _describe -t commands '${program} command' ${identifier}_commands
    return
  fi
  local ${identifier}_command=$words[2]
${wrapping === undefined ? '' : wrappingCase(identifier, wrapping)}  shift words
  ((CURRENT--))
  case $${identifier}_command in
${commands.map(commandCase).join('')}  esac
}
if [[ \${zsh_eval_context[-1]} == loadautofunc ]]; then _${identifier} "$@"; else compdef _${identifier} ${program}; fi
`
}
