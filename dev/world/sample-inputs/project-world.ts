import { type CollaboratorRole, inviteCollaborator } from '@envhold/contract/collaborators/collaborators.ts'
import { createEnvironment } from '@envhold/contract/environments/environments.ts'
import { createVariable } from '@envhold/contract/variables/variables.ts'
import { inTransaction } from '../../../apps/server/src/db/transaction.ts'
import { insertFormerName } from '../../../apps/server/src/features/environments/former-name-store.ts'
import { insertProject } from '../../../apps/server/src/features/projects/project-store.ts'
import type { TestApp } from '../app-for-tests.ts'
import { joinAs } from '../lapse.ts'
import { seedApiKey } from '../seed-project.ts'
import type { Person } from '../sign-up.ts'
import { unique } from '../unique.ts'

/** What the inputs of calls about a project name. */
export interface ProjectWorld {
  readonly app: TestApp
  readonly owner: Person
  readonly projectId: number
  /** Is named production, and holds HELLO at version 1. */
  readonly environmentId: number
  // What a call uses up is made for each. A test whose callers are all rejected may name the same again.
  readonly newProject: () => Promise<number>
  readonly newEnvironment: () => Promise<number>
  /** Of the environment. */
  readonly newFormerName: () => Promise<string>
  readonly newVariable: () => Promise<string>
  readonly newApiKey: () => Promise<string>
  readonly newMember: (role?: CollaboratorRole) => Promise<number>
  /** The address that is invited. */
  readonly newInvitation: (role?: CollaboratorRole) => Promise<string>
}

export function projectWorld(
  app: TestApp,
  owner: Person,
  { projectId, id: environmentId }: { readonly projectId: number; readonly id: number },
): ProjectWorld {
  const { client } = owner
  return {
    app,
    owner,
    projectId,
    environmentId,
    // Inserted: a plan may limit the owner.
    newProject: () =>
      inTransaction(app.ctx, (tx) =>
        insertProject(tx, { ownerId: owner.userId, name: unique('Project '), description: null }),
      ),
    newEnvironment: async () => {
      const body = { name: unique('made-') }
      return (await client.call(createEnvironment, { params: { projectId }, body })).environment.id
    },
    newFormerName: async () => {
      const name = unique('former-')
      const former = { id: environmentId, project_id: projectId, name }
      await inTransaction(app.ctx, (tx) => insertFormerName(tx, former))
      return name
    },
    newVariable: async () => {
      const key = unique('MADE_')
      await client.call(createVariable, { params: { id: environmentId }, body: { key, value: '1' } })
      return key
    },
    newApiKey: async () => (await seedApiKey(owner, projectId)).id,
    newMember: async (role) => (await joinAs(app, projectId, role)).userId,
    newInvitation: async (role = 'read') => {
      const body = { email: `${unique('invited')}@example.com`, role, environments: [environmentId] }
      await client.call(inviteCollaborator, { params: { id: projectId }, body })
      return body.email
    },
  }
}
