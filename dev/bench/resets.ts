import { createClient } from '@envhold/client/client.ts'
import { confirmPassword } from '@envhold/contract/accounts/account-settings.ts'
import { changeEmail, requestPasswordReset } from '@envhold/contract/accounts/mailed-links.ts'
import { appForTests } from '../world/app-for-tests.ts'
import { signUp } from '../world/sign-up.ts'
import type { Cost } from './costs.ts'

const goal = 0.05

const medianOf = (times: readonly number[]): number =>
  times.toSorted((left, right) => left - right)[Math.floor(times.length / 2)] ?? 0

type Kind = 'unknown' | 'known'
type Ask = (email: string) => Promise<unknown>

/** How much longer a call takes for a known address than for an unknown one; which comes first alternates. */
async function compare(
  name: string,
  tries: number,
  ask: Ask,
  { known, prepare }: { readonly known: string; readonly prepare: () => Promise<unknown> },
): Promise<Cost> {
  const times: Record<Kind, number[]> = { unknown: [], known: [] }
  for (let n = 0; n < tries; n++)
    for (const kind of n % 2 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)) {
      await prepare()
      const email = kind === 'known' ? known : `no-one-${n}@example.com`
      const begun = performance.now()
      await ask(email)
      times[kind].push(performance.now() - begun)
    }
  const medians = [medianOf(times.unknown), medianOf(times.known)]
  const difference = Math.max(...medians) / Math.min(...medians) - 1
  return {
    name: `${name}, an unknown and a known address, ${tries} each`,
    text: `medians ${medians.map((ms) => ms.toFixed(2)).join(', ')} ms, ${(difference * 100).toFixed(1)} % apart`,
    goal: `≤ ${goal * 100} % apart`,
    isReached: difference <= goal,
  }
}

/** Whether the time of an answer reveals that an address belongs to an account. */
export async function measureResets(tries: number): Promise<Cost[]> {
  const app = await appForTests('sqlite', { TRUST_PROXY: '127.0.0.1' })
  try {
    await signUp(app.url, { masterPassword: null })
    const known = await signUp(app.url, { masterPassword: null, email: 'someone@example.com' })
    const asking = await signUp(app.url, { masterPassword: null })
    const client = createClient({
      server: app.url,
      headers: () => ({ 'x-forwarded-for': '192.0.2.1' }),
      timeoutMs: 60_000,
    })
    // Limits and waiting mails are not what is measured.
    const prepare = async () => {
      for (const table of ['attempts', 'mail_queue'] as const) await app.ctx.db.deleteFrom(table).execute()
    }
    const reset: Ask = (email) => client.call(requestPasswordReset, { body: { email } })
    const resets = await compare('requests for a new password', tries, reset, { known: known.email, prepare })
    // A change of the address needs a proof from the last ten minutes.
    let { token } = asking
    let calls = 0
    const session = () => app.as({ token })
    const prepareChange = async () => {
      await prepare()
      if (calls++ % 200 === 0)
        token = (await session().call(confirmPassword, { body: { password: asking.password } })).token
    }
    const change: Ask = (email) => session().call(changeEmail, { body: { email } })
    const changes = await compare('verification of a new address', tries, change, {
      known: known.email,
      prepare: prepareChange,
    })
    return [resets, changes]
  } finally {
    await app.stop()
  }
}
