import { sayProgram } from '../run-program.ts'

/** Sets the identity provider of a server that may be running, with the operator's tool. */
export async function setProvider(
  settings: Readonly<Record<string, string>>,
  provider: object,
): Promise<void> {
  const input = JSON.stringify(provider)
  const { code, said } = await sayProgram('identity-provider', settings, ['set', '-'], { input })
  if (code !== 0) throw new Error(`The tool ended with ${code}: ${said}`)
}
