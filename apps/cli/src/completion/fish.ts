import type { DescribedCommand, DescribedOption } from './described.ts'

const quoted = (text: string) => `'${text.replace(/['\\]/g, '\\$&')}'`

const optionLine = (
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
  return `complete -c envhold -n '__envhold_in ${command.name}' -l ${name}${short ? ` -s ${short}` : ''}${value} -d ${quoted(help)}\n`
}

const operandLine = ({ name, operands, thenFile }: DescribedCommand): string => {
  const when = `complete -c envhold -n '__envhold_in ${name}'`
  if (operands === 'file') return `${when} -F\n`
  if (operands === 'command')
    return `complete -c envhold -n '__envhold_after_dashes' -x -a '(__envhold_rest)'\n`
  return operands === 'none' ? '' : `${when} ${thenFile ? '-F' : '-x'} -a ${quoted(operands.join(' '))}\n`
}

export function fishCompletion(commands: readonly DescribedCommand[]): string {
  return `# fish completion for envhold
function __envhold_first
    test (count (commandline -opc)) -eq 1
end
function __envhold_in
    set -l words (commandline -opc)
    test (count $words) -ge 2; and test $words[2] = $argv[1]; and not contains -- -- $words
end
function __envhold_after_dashes
    contains -- -- (commandline -opc)
end
function __envhold_rest
    set -l words (commandline -opc)
    set -l dashes (contains -i -- -- $words)
    set -l rest (string escape -- $words[(math $dashes + 1)..-1])
    complete -C (string join ' ' -- $rest (commandline -ct))
end
complete -c envhold -f
${commands.map(({ name, summary }) => `complete -c envhold -n __envhold_first -a ${name} -d ${quoted(summary)}\n`).join('')}${commands.map((command) => command.options.map((option) => optionLine(command, option)).join('') + operandLine(command)).join('')}`
}
