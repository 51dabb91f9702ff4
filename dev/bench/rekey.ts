// How long it takes to remove a collaborator: a new key for an environment of a thousand variables with fifty
// versions.

import { inviteCollaborator, removeCollaborator } from '@envhold/contract/collaborators/collaborators.ts'
import { acceptInvitation, openInvitation } from '@envhold/contract/collaborators/invitations.ts'
import { createEnvironment } from '@envhold/contract/environments/environments.ts'
import { createProject } from '@envhold/contract/projects/projects.ts'
import { updateVariable, writeVariables } from '@envhold/contract/variables/variables.ts'
import { type Person, signUp } from '../world/sign-up.ts'
import { startServer } from '../world/start-server.ts'
import type { Cost } from './costs.ts'

const variables = 1_000
const versions = 50
/** A user can be invited at most ten times a day. */
const rounds = 9
const maxMs = 1_000

const value = (n: number) => `postgres://user-${n}:a-password-of-some-length@db-${n}.internal:5432/name`

async function fill({ client }: Person): Promise<{ projectId: number; id: number }> {
  const { project } = await client.call(createProject, { body: { name: 'Bench' } })
  const { environment } = await client.call(createEnvironment, {
    params: { projectId: project.id },
    body: { name: 'production', protected: false },
  })
  const params = { id: environment.id }
  const all = Object.fromEntries(Array.from({ length: variables }, (_, n) => [`VARIABLE_${n}`, value(n)]))
  await client.call(writeVariables, { params, body: { variables: all, mode: 'replace' } })
  for (let version = 0; version < versions; version++)
    await client.call(updateVariable, {
      params: { ...params, key: 'VARIABLE_0' },
      body: { value: value(version) },
    })
  return { projectId: project.id, id: environment.id }
}

/** The median of several removals, measured by the owner's wait for the response. */
export async function measureRekey(engine: 'sqlite' | 'postgres'): Promise<Cost> {
  const server = await startServer({ engine, settings: { LOG_LEVEL: 'error', SMTP_URL: '' } })
  try {
    const owner = await signUp(server.url)
    const member = await signUp(server.url)
    const { projectId, id } = await fill(owner)
    const took: number[] = []
    for (let round = 0; round < rounds; round++) {
      const params = { id: projectId }
      const body = { email: member.email, role: 'read', environments: [id] } as const
      const invited = await owner.client.call(inviteCollaborator, {
        params,
        body: { ...body, environments: [id] },
      })
      const secret = invited.invitation.link?.split('#')[1] ?? ''
      const { invitation } = await member.client.call(openInvitation, { body: { secret } })
      await member.client.call(acceptInvitation, { params: { token: invitation.token }, body: { secret } })
      const started = performance.now()
      await owner.client.call(removeCollaborator, { params: { ...params, userId: member.userId } })
      took.push(performance.now() - started)
    }
    const median = took.toSorted((left, right) => left - right)[rounds >> 1] ?? 0
    return {
      name: `remove a collaborator, ${variables} variables × ${versions} versions, ${engine}`,
      text: `${Math.round(median)} ms`,
      goal: `≤ ${maxMs} ms`,
      isReached: median <= maxMs,
    }
  } finally {
    await server.stop()
  }
}
