import { AppError } from '../../app-error.ts'
import type { Turns } from './turns.ts'

export const isUnauthenticated = (error: unknown): boolean =>
  error instanceof AppError && error.code === 'UNAUTHENTICATED'

const never = () => undefined

/** Before a credential is refused: whoever tries many waits for each. The refusal comes in any case. */
export async function waitAsStranger(
  turns: Pick<Turns, 'beginStranger'> | undefined,
  ip: string,
): Promise<void> {
  await turns?.beginStranger(ip, never).catch(() => {})
}
