import { render } from '@envhold/formats/render.ts'
import { pickVariables, toRecord } from '@envhold/formats/variables.ts'
import { type Call, command, formatOptions, offlineOption, targetOptions } from '../command.ts'
import { chooseOutputFormat } from '../config/output-format.ts'
import { printWarnings } from '../files/require-safe-write.ts'
import { isTerminal } from '../output/output.ts'
import { unknownVariables } from '../output/variable-fields.ts'
import { connect } from '../remote/connect.ts'
import { readOrFallBack } from '../remote/read-or-fall-back.ts'

const options = { ...targetOptions, ...formatOptions, ...offlineOption }

export const get = command({
  name: 'get',
  summary: 'Print a variable’s value',
  operands: 'KEY…',
  options,
  details:
    'One KEY prints its value byte for byte; only at a terminal does a newline follow. Several KEYs, or --format, print names with values.',
  examples: [
    ['envhold get DATABASE_URL', 'Only the value'],
    ['psql "$(envhold get DATABASE_URL --env production)"', 'Inside another command'],
    ['envhold get TLS_KEY > key.pem', 'Into a file, as it was set'],
    ['envhold get DB_USER DB_PASSWORD --format json', 'Several'],
  ],
  async run({ options: optionValues, operands, settings, output }: Call<typeof options>) {
    const connection = await connect(settings, optionValues, output)
    const fallback = optionValues['offline-fallback']
    const contents = await output.during(
      'Reading …',
      readOrFallBack({ settings, output }, connection, optionValues, { fallback, keep: false }),
    )
    await contents.checked
    const { variables, label } = contents
    const absent = operands.filter((key) => !variables.has(key))
    if (absent.length > 0) throw unknownVariables(absent, [...variables.keys()], label)
    const chosen = pickVariables(variables, operands)
    if (output.json) {
      output.result(toRecord(chosen), () => '')
      return 0
    }
    const [only] = chosen.values()
    if (
      only &&
      chosen.size === 1 &&
      optionValues.format === undefined &&
      optionValues.dialect === undefined
    ) {
      output.data(isTerminal('stdout') && !only.value.endsWith('\n') ? `${only.value}\n` : only.value)
      return 0
    }
    const { format, dialect } = chooseOutputFormat(
      settings,
      { ...optionValues, output: '-' },
      connection.file,
    )
    const { text, warnings } = render(format, chosen, { dialect })
    printWarnings(output, warnings)
    output.data(text)
    return 0
  },
})
