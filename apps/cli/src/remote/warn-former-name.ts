import { readSettings } from '../config/settings.ts'
import { createOutput } from '../output/output.ts'

const formerName = /former-name: ([\w-]{1,50}) is now ([\w-]{1,50}) and ends on (\d{4}-\d\d-\d\d)$/
const warned = new Set<string>()

/** Warns on stderr, once for each, about a name of an environment that ends soon because it was renamed. */
export const warnFormerName =
  (send: typeof fetch): typeof fetch =>
  async (...request) => {
    const response = await send(...request)
    const [, former, name, day] = formerName.exec(response.headers.get('x-envhold-warnings') ?? '') ?? []
    if (former === undefined || day === undefined || warned.has(former)) return response
    warned.add(former)
    const end = new Date(day).toLocaleDateString('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' })
    createOutput(readSettings(), false).warn(
      `The environment "${former}" is now called "${name}". This name ends on ${end}.`,
    )
    return response
  }
