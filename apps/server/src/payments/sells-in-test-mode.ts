import { isPublic } from '../config/is-public.ts'
import type { Context } from '../context.ts'

/** Whether others can reach this instance while its sandbox, which takes no money, sells plans. */
export async function sellsInTestMode({
  config,
  payments,
}: Pick<Context, 'config' | 'payments'>): Promise<boolean> {
  if (!isPublic(config)) return false
  const { active } = await payments.readChoice()
  return active.includes('sandbox')
}
