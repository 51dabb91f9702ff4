import { AppError } from '../../../app-error.ts'
import { readSignUpMode } from './read-sign-up-mode.ts'

export const rejections = {
  invited: 'New accounts need an invitation. Ask the operator of this server for one.',
  closed: 'This server accepts no new accounts.',
}

/**
 * Requires that an account may be created now.
 * @returns whether the account waits for an operator
 * @throws AppError FORBIDDEN
 */
export async function requireSignUp(
  ctx: Parameters<typeof readSignUpMode>[0],
  isInvited: boolean,
): Promise<{ readonly needsApproval: boolean }> {
  const mode = await readSignUpMode(ctx)
  if (mode === 'closed' || (mode === 'invited' && !isInvited))
    throw new AppError('FORBIDDEN', { message: rejections[mode] })
  return { needsApproval: mode === 'approval' && !isInvited }
}
