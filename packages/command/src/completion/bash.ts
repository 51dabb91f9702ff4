import type { DescribedCommand, DescribedProgram } from './described.ts'

const optionWords = (command: DescribedCommand): string =>
  command.options.flatMap(({ name, short }) => [`--${name}`, ...(short ? [`-${short}`] : [])]).join(' ')

const valueCases = (command: DescribedCommand): string =>
  command.options
    .filter(({ choices }) => choices !== null)
    .map(({ name, short, choices, file }) => {
      const pattern = short ? `--${name}|-${short}` : `--${name}`
      const words = file ? files : `COMPREPLY=($(compgen -W "${choices?.join(' ')}" -- "$word"))`
      return `        ${pattern}) ${words}; return ;;\n`
    })
    .join('')

const files = '_envhold_files'

/** Reads line by line, because `$(…)` would split names at spaces. bash 3.2 has neither mapfile nor compopt. */
const filesFunction = `${files}() {
  local file
  compopt -o filenames 2>/dev/null
  while IFS= read -r file; do
    if ! type compopt >/dev/null 2>&1; then printf -v file %q "$file"; fi
    COMPREPLY+=("$file")
  done < <(compgen -f -- "$word")
}
`

const plainWords = ({ operands, thenFile }: DescribedCommand): string => {
  if (operands === 'file') return files
  if (operands === 'command') return 'COMPREPLY=($(compgen -W "--" -- "$word"))'
  if (operands === 'none') return 'COMPREPLY=()'
  const words = `COMPREPLY=($(compgen -W "${operands.join(' ')}" -- "$word"))`
  return thenFile ? `if ((COMP_CWORD == 2)); then ${words}; else ${files}; fi` : words
}

const commandCase = (command: DescribedCommand): string =>
  [
    `    ${command.name})\n`,
    command.options.some(({ choices }) => choices !== null)
      ? `      case "$previous" in\n${valueCases(command)}      esac\n`
      : '',
    `      if [[ $word == -* ]]; then COMPREPLY=($(compgen -W "${optionWords(command)}" -- "$word"))\n`,
    `      else ${plainWords(command)}; fi ;;\n`,
  ].join('')

/** After `--` another command is completed. */
const wrappingCase = (name: string): string => `  if [[ \${COMP_WORDS[1]} == ${name} ]]; then
    for ((at = 2; at < COMP_CWORD; at++)); do
      if [[ \${COMP_WORDS[at]} == -- ]]; then
        if ((at == COMP_CWORD - 1)); then COMPREPLY=($(compgen -c -- "$word"))
        else ${files}; fi
        return
      fi
    done
  fi
`

/** `--name=value` reaches bash as three words; the script joins them by looking back over the `=`. */
export function bashCompletion({ name, identifier, commands, wrapping }: DescribedProgram): string {
  return `# bash completion for ${name}
${filesFunction}_${identifier}() {
  local word=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]} at
  COMPREPLY=()
  if [[ $word == = ]]; then word=; fi
  if [[ $previous == = ]]; then previous=\${COMP_WORDS[COMP_CWORD-2]}; fi
  if ((COMP_CWORD == 1)); then
    COMPREPLY=($(compgen -W "${commands.map((command) => command.name).join(' ')} --help --version" -- "$word"))
    return
  fi
${wrapping === undefined ? '' : wrappingCase(wrapping)}  case "\${COMP_WORDS[1]}" in
${commands.map(commandCase).join('')}  esac
}
complete -F _${identifier} ${name}
`
}
