import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { providerIds } from '@envhold/contract/billing/payments.ts'
import { expect, test } from 'vitest'
import { loadProvider } from './load-provider.ts'
import type { CreateProvider } from './provider.ts'

const settings = { apiKey: 'sk_test_x', webhookSecret: 'whsec_eA==', testMode: true }

test.each(providerIds)('loads %s', async (id) => {
  const sandbox = { id: 'sandbox' } as ReturnType<CreateProvider>
  const provider = await loadProvider(id, settings, { fetch, clock: Date.now, createSandbox: () => sandbox })
  expect(provider.id).toBe(id)
})

/** The SDKs that a new process has loaded after `script`. */
async function sdksAfter(script: string): Promise<string[]> {
  const program = `
    import { registerHooks } from 'node:module'
    const loaded = new Set()
    registerHooks({ load(url, context, next) {
      const [, name] = /node_modules\\/(@[^/]+\\/[^/]+|[^/]+)\\//.exec(url) ?? []
      if (name && name !== 'zod') loaded.add(name)
      return next(url, context)
    } })
    const { loadProvider } = await import(${JSON.stringify(new URL('./load-provider.ts', import.meta.url).href)})
    const fetch = async () => new Response('{}', { status: 500 })
    const load = (id) => loadProvider(id, ${JSON.stringify(settings)}, { fetch, clock: Date.now })
    ${script}
    process.stdout.write(JSON.stringify([...loaded]))`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program])
  return JSON.parse(stdout)
}

test('an SDK is loaded by the first call that needs it', async () => {
  expect(
    await sdksAfter("for (const id of ['stripe', 'dodo', 'lemonsqueezy', 'polar']) await load(id)"),
  ).toEqual([])
  expect(await sdksAfter("await (await load('polar')).testConnection()")).toEqual(['@polar-sh/sdk'])
  expect(await sdksAfter("await (await load('lemonsqueezy')).testConnection()")).toEqual([])
})
