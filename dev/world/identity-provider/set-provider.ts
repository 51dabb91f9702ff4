import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { inheritedEnvironment } from '../inherited-environment.ts'

const tool = fileURLToPath(new URL('../../../apps/server/src/sign-in-provider-tool.ts', import.meta.url))

/** Sets the identity provider of a server that may be running, with the operator's tool. */
export async function setProvider(
  settings: Readonly<Record<string, string>>,
  provider: object,
): Promise<void> {
  const child = spawn(process.execPath, [tool, 'set', '-'], {
    env: { ...inheritedEnvironment, ...settings },
    stdio: ['pipe', 'ignore', 'inherit'],
  })
  child.stdin.end(JSON.stringify(provider))
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`The tool ended with ${code}`)
}
