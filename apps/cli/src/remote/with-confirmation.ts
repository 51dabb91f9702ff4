import { ApiError } from '@envhold/client/api-error.ts'
import { askForName } from '../output/ask.ts'
import type { Output } from '../output/output.ts'

/** What a call sends with it. */
interface Confirmed {
  readonly confirmedEnvironment?: string
}

const confirmedAs = (name: string | undefined): Confirmed =>
  name === undefined ? {} : { confirmedEnvironment: name }

/**
 * Writes. If the server answers that this costs something in a protected environment, asks for its name and writes
 * again.
 * @param name that the user has confirmed already
 */
export async function withConfirmation<T>(
  output: Output,
  name: string | undefined,
  write: (confirmed: Confirmed) => Promise<T>,
): Promise<T> {
  try {
    return await write(confirmedAs(name))
  } catch (error) {
    const loss = error instanceof ApiError ? error.loss : undefined
    if (!loss) throw error
    return await write(confirmedAs(await askForName(output, loss)))
  }
}
