import type { SignUpMode } from '@envhold/contract/sign-up-modes.ts'
import type { Context } from '../../../context.ts'
import { readInstanceSetting } from '../../../instance-settings/instance-settings-store.ts'

/**
 * Who may create an account on this instance: what an operator has chosen, or else the server's setting.
 * @throws TamperedRowError
 */
export const readSignUpMode = async (ctx: Pick<Context, 'config' | 'db' | 'secrets'>): Promise<SignUpMode> =>
  (await readInstanceSetting(ctx, 'sign-ups')).value ?? ctx.config.signUps
