import type { RevocationRow } from '../features/audit-log/revocation.ts'
import type { Tx } from '../features/audit-log/tx.ts'
import type { EnvironmentRow } from '../features/environments/environment-store.ts'
import { findEnvironment } from '../features/environments/environment-store.ts'
import type { Reapplied } from '../features/operator/jobs/job-kind.ts'
import type { ProjectRow } from '../features/projects/project-store.ts'
import { findUser, type User } from '../features/users/user-store.ts'
import { findProjectRow } from './subject-store.ts'

export type Outcome = Reapplied['state']

/** What a revocation is about, as far as this database has it. */
export interface Subject {
  readonly row: RevocationRow
  readonly user: User | undefined
  readonly project: ProjectRow | undefined
  readonly environment: EnvironmentRow | undefined
}

export type Act = (tx: Tx, subject: Subject) => Promise<Outcome>

type About<Name extends keyof Subject> = Subject & { readonly [Key in Name]: NonNullable<Subject[Key]> }

/** An act that needs some of the subject. */
export const about =
  <Name extends keyof Subject>(
    names: readonly Name[],
    act: (tx: Tx, subject: About<Name>) => Promise<Outcome>,
  ): Act =>
  async (tx, subject) =>
    names.every((name) => subject[name] !== undefined) ? await act(tx, subject as About<Name>) : 'missing'

/**
 * Finds what a revocation is about, and locks it. Something that was created later has the same id by chance: after a
 * restore, ids are used again.
 */
export async function findSubject(tx: Tx, row: RevocationRow): Promise<Subject> {
  const { at, user_id, project_id, environment_id } = row
  const older = <T extends { readonly created_at: number }>(found: T | undefined) =>
    found && found.created_at <= at ? found : undefined
  const project = project_id === null ? undefined : older(await findProjectRow(tx, project_id))
  await tx.lock([...(user_id === null ? [] : [user_id]), ...(project ? [project.owner_id] : [])])
  if (environment_id !== null) await tx.hold([environment_id])
  return {
    row,
    project,
    user: user_id === null ? undefined : older(await findUser(tx, user_id)),
    environment: environment_id === null ? undefined : older(await findEnvironment(tx, environment_id)),
  }
}

export const afterRestore = 'again, after a backup was restored'
