import { type RevocationKind, revocations } from '@envhold/contract/operator/revocations.ts'
import type { DbContext } from '../context.ts'
import { type AuthenticFact, type RevocationRow, revocationMac } from '../features/audit-log/revocation.ts'
import type { Tx } from '../features/audit-log/tx.ts'
import { type EnvironmentRow, findEnvironment } from '../features/environments/environment-store.ts'
import type { Reapplied } from '../features/operator/jobs/job-kind.ts'
import type { ProjectRow } from '../features/projects/project-store.ts'
import { endDeviceTokens } from '../features/sessions/device-store.ts'
import { deleteSessionsBefore } from '../features/sessions/session-store.ts'
import { findUser, type User } from '../features/users/user-store.ts'
import type { TemplateValues } from '../mail/every-template.ts'
import { queueJoinedMails } from '../mail/queue-mail.ts'
import { boundNames } from '../mail/wording.ts'
import { claimNotified, findProjectRow } from './replaced-store.ts'

type Outcome = Reapplied['state']

/** What a revocation is about, as far as this database has it. */
export interface Subject {
  readonly row: AuthenticFact
  readonly user: User | undefined
  readonly project: ProjectRow | undefined
  readonly environment: EnvironmentRow | undefined
}

export type Act = (tx: Tx, subject: RevokedSubject) => Promise<Outcome>

type RevokedSubject = Subject & { readonly row: RevocationRow }

type About<Name extends keyof Subject> = RevokedSubject & {
  readonly [Key in Name]: NonNullable<Subject[Key]>
}

/** An act that needs some of the subject. */
export const about =
  <Name extends keyof Subject>(
    names: readonly Name[],
    act: (tx: Tx, subject: About<Name>) => Promise<Outcome>,
  ): Act =>
  async (tx, subject) =>
    names.every((name) => subject[name] !== undefined) ? await act(tx, subject as About<Name>) : 'missing'

/** What it takes to read a database: the one of this server, or the one that a restore replaced. */
export type SubjectContext = DbContext<'secrets' | 'engine'>

/**
 * Reads what a revocation is about. Something that was created later has the same id by chance: after a restore, ids are
 * used again.
 * @throws TamperedRowError
 */
export async function readSubject(ctx: SubjectContext, row: AuthenticFact): Promise<Subject> {
  const { at, user_id, project_id, environment_id } = row
  const older = <T extends { readonly created_at: number }>(row: T | undefined) =>
    row && row.created_at <= at ? row : undefined
  return {
    row,
    project: project_id === null ? undefined : older(await findProjectRow(ctx, project_id)),
    user: user_id === null ? undefined : older(await findUser(ctx, user_id)),
    environment: environment_id === null ? undefined : older(await findEnvironment(ctx, environment_id)),
  }
}

/** {@link readSubject}, and locks it. */
export async function findSubject(tx: Tx, row: RevocationRow): Promise<RevokedSubject> {
  const { user_id, project_id, environment_id } = row
  const project = project_id === null ? undefined : await findProjectRow(tx, project_id)
  await tx.lock([...(user_id === null ? [] : [user_id]), ...(project ? [project.owner_id] : [])])
  if (environment_id !== null) await tx.hold([environment_id])
  return { ...(await readSubject(tx, row)), row }
}

export const afterRestore = 'again, after a backup was restored'

/** Who knows the former password may be signed in with it. */
const endsSessions = ['password', 'master_password'] satisfies RevocationKind[]
const ofAccount: readonly RevocationKind[] = [
  ...endsSessions,
  'recovery_key',
  'recovery_codes',
  'second_factor',
  'email',
]
const ofProject: readonly RevocationKind[] = ['api_key_limits', 'environment', 'values']
const maxDetailLength = 700

/**
 * Tells the account, or the owner of the project, what the restore undid and no machine can do again. One mail tells
 * all of it, and one entry of their activity.
 */
export async function notifyPeople(tx: Tx, { row, user, project }: RevokedSubject): Promise<Outcome> {
  const to = project ? await findUser(tx, project.owner_id) : user
  if (!to) return 'missing'
  const rows = [row, ...(await claimNotified(tx.db, row, project ? ofProject : ofAccount))]
  for (const one of rows) revocationMac.check(tx.secrets, one)
  if (!project) await endSessions(tx, to, rows)
  const changes = [...new Set(rows.map(({ kind }) => revocations[kind as RevocationKind].label))]
  const variables = { project: project ? [project.name] : [], more: 0, changes }
  await queueJoinedMails(tx, 'changesUndone', [{ to: to.email, variables }], joinProjects)
  const details = [...new Set(rows.flatMap(({ detail }) => detail ?? []))]
    .join('; ')
    .slice(0, maxDetailLength)
  tx.record({
    type: 'changes_undone',
    description: `A backup was restored. Undone since: ${changes.join(', ')}${details && ` (${details})`}`,
    userId: project ? null : to.id,
    tokenId: null,
    origin: null,
    ...(project && { projectId: project.id }),
  })
  return 'told'
}

type Undone = TemplateValues<'changesUndone'>

/** One mail names all projects of an owner: more would be dropped beyond the limit. */
function joinProjects(waiting: Undone, added: Undone): Undone | undefined {
  if (waiting.project.length === 0 || added.project.length === 0) return undefined
  const { names, more } = boundNames([...waiting.project, ...added.project])
  const changes = [...new Set([...waiting.changes, ...added.changes])]
  return { project: names, more: waiting.more + added.more + more, changes }
}

async function endSessions(tx: Tx, { id }: User, rows: readonly RevocationRow[]): Promise<void> {
  const times = rows
    .filter(({ kind }) => endsSessions.some((endingKind) => endingKind === kind))
    .map(({ at }) => at)
  if (times.length === 0) return
  await deleteSessionsBefore(tx.db, id, Math.max(...times))
  await endDeviceTokens(tx.db, id)
}
