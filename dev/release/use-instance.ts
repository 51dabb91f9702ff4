// What a user does first with an instance: sign up, store a variable, and read it with an API key.

import { seedApiKey, seedEnvironment } from '../world/seed-project.ts'
import { signUp } from '../world/sign-up.ts'

export interface FirstKey {
  readonly path: string
  readonly apiKey: string
}

export async function setUpFirstKey(url: string): Promise<FirstKey> {
  const owner = await signUp(url)
  const { projectId } = await seedEnvironment(owner, { HELLO: 'wörld' })
  const { apiKey } = await seedApiKey(owner, projectId)
  return { path: `/api/v1/inject/${projectId}/production`, apiKey }
}

/** @throws Error when the answer is not what was stored */
export async function readFirstKey(url: string, { path, apiKey }: FirstKey): Promise<void> {
  const answer = await fetch(`${url}${path}`, { headers: { 'x-api-key': apiKey } })
  const text = await answer.text()
  if (answer.status !== 200 || text !== "HELLO='wörld'\n")
    throw new Error(`${path} answered ${answer.status}: ${text}`)
}
