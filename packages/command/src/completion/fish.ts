import type { DescribedCommand, DescribedOption, DescribedProgram } from './described.ts'

const quoted = (text: string) => `'${text.replace(/['\\]/g, '\\$&')}'`

const optionLine = (
  { name: program, identifier }: DescribedProgram,
  command: DescribedCommand,
  { name, short, help, choices, file }: DescribedOption,
): string => {
  const value =
    choices === null
      ? ''
      : file
        ? ' -r -F'
        : choices.length > 0
          ? ` -x -a ${quoted(choices.join(' '))}`
          : ' -x'
  return `complete -c ${program} -n '__${identifier}_in ${command.name}' -l ${name}${short ? ` -s ${short}` : ''}${value} -d ${quoted(help)}\n`
}

const operandLine = (
  { name: program, identifier }: DescribedProgram,
  { name, operands, thenFile }: DescribedCommand,
): string => {
  const when = `complete -c ${program} -n '__${identifier}_in ${name}'`
  if (operands === 'file') return `${when} -F\n`
  if (operands === 'command')
    return `complete -c ${program} -n '__${identifier}_after_dashes' -x -a '(__${identifier}_rest)'\n`
  return operands === 'none' ? '' : `${when} ${thenFile ? '-F' : '-x'} -a ${quoted(operands.join(' '))}\n`
}

export function fishCompletion(program: DescribedProgram): string {
  const { name: typed, identifier, commands } = program
  const first = commands.map(
    ({ name, summary }) => `complete -c ${typed} -n __${identifier}_first -a ${name} -d ${quoted(summary)}\n`,
  )
  const lines = commands.map((command) =>
    [
      ...command.options.map((option) => optionLine(program, command, option)),
      operandLine(program, command),
    ].join(''),
  )
  return `# fish completion for ${typed}
function __${identifier}_first
    test (count (commandline -opc)) -eq 1
end
function __${identifier}_in
    set -l words (commandline -opc)
    test (count $words) -ge 2; and test $words[2] = $argv[1]; and not contains -- -- $words
end
function __${identifier}_after_dashes
    contains -- -- (commandline -opc)
end
function __${identifier}_rest
    set -l words (commandline -opc)
    set -l dashes (contains -i -- -- $words)
    set -l rest (string escape -- $words[(math $dashes + 1)..-1])
    complete -C (string join ' ' -- $rest (commandline -ct))
end
complete -c ${typed} -f
${first.join('')}${lines.join('')}`
}
