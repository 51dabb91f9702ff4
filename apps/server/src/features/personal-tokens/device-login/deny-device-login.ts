import type { denyDeviceLogin as endpoint } from '@envhold/contract/device-login.ts'
import type { Context } from '../../../context.ts'
import type { Call } from '../../../http/route.ts'
import { answerDeviceLogin } from './device-login-store.ts'
import { noLongerOpen, requireReviewed } from './require-reviewed.ts'

/** @throws AppError NOT_FOUND; TamperedRowError */
export async function denyDeviceLogin(
  ctx: Context,
  { caller, body }: Pick<Call<typeof endpoint>, 'caller' | 'body'>,
): Promise<void> {
  const login = await requireReviewed(ctx, caller, body.review)
  if (!(await answerDeviceLogin(ctx, login, { status: 'denied' }))) throw noLongerOpen()
}
