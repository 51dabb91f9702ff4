import type { Config } from '../../../config/config.ts'
import type { Context } from '../../../context.ts'

/** Who may create an account on this instance. */
export const readSignUpMode = async ({ config }: Pick<Context, 'config'>): Promise<Config['signUps']> =>
  config.signUps
