import { UsageError, UserError } from '@envhold/command/user-error.ts'
import { isVariableName, nameProblem } from '@envhold/formats/variable-name.ts'
import { type Call, command, confirmOption, targetOptions } from '../command.ts'
import { nameList } from '../output/changes.ts'
import { watchActivityHead } from '../remote/activity-head.ts'
import { chooseTarget } from '../remote/choose-target.ts'
import { connect, requirePersonalToken } from '../remote/connect.ts'
import { withConfirmation } from '../remote/with-confirmation.ts'
import { writeFields } from '../remote/write-import.ts'

const options = { ...targetOptions, ...confirmOption } as const

export const unset = command({
  name: 'unset',
  summary: 'Remove variables',
  operands: 'KEY…',
  options,
  details: 'All removals are one version: envhold rollback undoes them.',
  examples: [['envhold unset OLD_KEY OLDER_KEY', '']],
  async run({ options: optionValues, operands, settings, output }: Call<typeof options>) {
    const connection = await connect(settings, optionValues, output)
    requirePersonalToken(connection, 'unset')
    if (!operands.every(isVariableName))
      throw new UsageError('Pass names only, without values.', `Invalid name: ${nameProblem}.`)
    const watched = watchActivityHead(settings, output, connection)
    const target = await chooseTarget(connection, optionValues)
    const body = { variables: {}, mode: 'merge' as const, remove: [...new Set(operands)] }
    const { environment, removed } = await withConfirmation(output, optionValues.confirm, (confirmed) =>
      output.during('Writing …', writeFields(connection, target, body, confirmed)),
    )
    await watched
    if (removed.length > 0)
      output.info(`Removed ${nameList(removed)} from ${target.label} (version ${environment.version}).`)
    if (output.json)
      output.result({ environment: target.label, version: environment.version, removed }, () => '')
    const absent = operands.filter((key) => !removed.includes(key))
    if (absent.length > 0)
      throw new UserError(
        `${target.label} has no variable ${nameList(absent)}.`,
        'Names are case-sensitive.',
        'NO_VARIABLE',
      )
    return 0
  },
})
