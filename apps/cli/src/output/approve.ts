import type { Environment } from '@envhold/contract/environments/environments.ts'
import { confirm } from './ask.ts'
import { askForName } from './ask-for-name.ts'
import type { Changes } from './changes.ts'
import type { Output } from './output.ts'

interface Planned {
  readonly environment: Pick<Environment, 'name' | 'protected'>
  readonly changes: Changes
  readonly question: string
  /** A restore needs the name even if it only adds. */
  readonly isRestore?: boolean
}

/**
 * Asks once before a write: for the name of a protected environment in which something is lost, else for yes or no.
 * @returns whether to write, with the name that was confirmed
 */
export async function approve(
  output: Output,
  given: { readonly yes: boolean; readonly confirm: string | undefined },
  { environment, changes, question, isRestore = false }: Planned,
): Promise<{ readonly approved: boolean; readonly name: string | undefined }> {
  const [replaced, deleted] = [changes.changed.length, changes.removed.length]
  if (!environment.protected || (replaced + deleted === 0 && !isRestore))
    return {
      approved: await confirm(output, given.yes || given.confirm !== undefined, question),
      name: given.confirm,
    }
  const isConfirmed = given.confirm?.toLowerCase() === environment.name.toLowerCase()
  const name = isConfirmed
    ? given.confirm
    : await askForName(output, { environment: environment.name, replaced, deleted })
  return { approved: true, name }
}
