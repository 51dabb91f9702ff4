import { AppError } from '../../../app-error.ts'
import type { Context } from '../../../context.ts'
import { readStepUpProofs } from '../step-up/read-step-up-proofs.ts'

/**
 * A step-up accepts the provider only from an account without anything stronger.
 * @throws AppError FORBIDDEN
 */
export async function requireProviderProof(
  ctx: Pick<Context, 'db' | 'config' | 'secrets'>,
  userId: number,
): Promise<void> {
  if ((await readStepUpProofs(ctx)(userId)).includes('oidc')) return
  throw new AppError('FORBIDDEN', {
    message:
      'Your account cannot be confirmed at the identity provider. Use a stronger factor of your account.',
  })
}
