import { UsageError } from '../user-error.ts'
import { createNamed } from './create-environment.ts'
import { type EnvironmentsCall, updateNamed } from './update-environment.ts'

const verbs: Readonly<Record<string, (call: EnvironmentsCall) => Promise<number>>> = {
  create: createNamed,
  update: updateNamed,
}

/** `envhold environments create NAME` or `update NAME` */
export async function changeEnvironment(call: EnvironmentsCall): Promise<number> {
  const [word = '', name] = call.operands
  const verb = Object.hasOwn(verbs, word) ? verbs[word] : undefined
  if (!verb || name === undefined)
    throw new UsageError(
      'Write: envhold environments create NAME, or envhold environments update NAME.',
      'Without operands, it lists them.',
    )
  if (call.options.protect && call.options['no-protect'])
    throw new UsageError('Pass --protect or --no-protect, not both.')
  return verb(call)
}
