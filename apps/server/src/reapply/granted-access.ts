/** What a revocation is about, as far as a database grants it: what is granted before and after a restore is compared. */
import type { RevocationKind } from '@envhold/contract/operator/revocations.ts'
import {
  holdsOperatorPermission,
  isAreaPermission,
  isOperatorPermission,
  operatorPermissions,
} from '@envhold/contract/permissions.ts'
import { findNewestIdentityOf } from '../features/accounts/oidc/oidc-store.ts'
import { listPasskeysOf, passkeyHash } from '../features/accounts/webauthn/webauthn-store.ts'
import { environmentsOfKey, findApiKey } from '../features/api-keys/api-key-store.ts'
import { type AuthenticFact, isRevocationKind } from '../features/audit-log/revocation.ts'
import { findInvitation, findInvitationTo } from '../features/collaborators/invitation-store.ts'
import { findRoleRowByName, permissionsOf } from '../features/operator/roles/role-store.ts'
import { findPersonalToken } from '../features/personal-tokens/personal-token-store.ts'
import { listMemberships, sharedIn } from '../features/projects/membership-store.ts'
import { findSession, listSessionsOf } from '../features/sessions/session-store.ts'
import { readSubject, type Subject, type SubjectContext } from './revoked-subject.ts'

type Access = readonly string[]
type Read = (ctx: SubjectContext, subject: Subject) => Promise<Access>

const only = (isGranted: unknown): Access => (isGranted ? ['granted'] : [])
const maxSessions = 1_000

const findKey = async (ctx: SubjectContext, { project, row }: Subject) =>
  project && (await findApiKey(ctx, project.id, row.subject))

const findCollaborator = async (ctx: SubjectContext, { project, user }: Subject) =>
  project && user ? (await listMemberships(ctx, project.id, user.id))[0] : undefined

async function permissionsOfRole(ctx: SubjectContext, name: string): Promise<Access> {
  const role = await findRoleRowByName(ctx, name)
  const granted = role ? permissionsOf(role) : []
  return Object.keys(operatorPermissions)
    .filter(isOperatorPermission)
    .filter(isAreaPermission)
    .filter((permission) => holdsOperatorPermission(granted, permission))
}

const accountExists: Read = async (_, { user }) => only(user)
const environmentExists: Read = async (_, { environment }) => only(environment)

const readers: Readonly<Record<RevocationKind, Read>> = {
  api_key: async (ctx, subject) => only(await findKey(ctx, subject)),
  api_key_off: async (ctx, subject) => only((await findKey(ctx, subject))?.is_active),
  api_key_limits: async (ctx, subject) => only(await findKey(ctx, subject)),
  async api_key_environment(ctx, subject) {
    const key = await findKey(ctx, subject)
    const { environment } = subject
    if (!key?.is_active || !environment) return []
    return only(environmentsOfKey(key)?.includes(String(environment.id)) ?? true)
  },
  personal_token: async ({ db }, { row, user }) =>
    only(user && (await findPersonalToken(db, row.subject))?.user_id === user.id),
  async collaborator(ctx, subject) {
    const { project, user } = subject
    const collaborator = await findCollaborator(ctx, subject)
    const invitation = project && user && (await findInvitationTo(ctx, project.id, user.email_canonical))
    const invited = [collaborator, invitation].flatMap((one) =>
      one ? ['read', one.role, ...sharedIn(one).map(String)] : [],
    )
    return collaborator ? ['joined', ...invited] : invited
  },
  collaborator_role: async (ctx, subject) => only((await findCollaborator(ctx, subject))?.role === 'write'),
  async collaborator_environment(ctx, subject) {
    const { environment } = subject
    const collaborator = await findCollaborator(ctx, subject)
    return only(collaborator && environment && sharedIn(collaborator).includes(environment.id))
  },
  invitation: async (ctx, { row, project }) =>
    only(project && (await findInvitation(ctx, row.subject))?.project_id === project.id),
  session: async ({ db }, { row, user }) =>
    only(user && (await findSession(db, row.subject))?.user_id === user.id),
  async sessions({ db }, { row, user }) {
    const sessions = user ? await listSessionsOf(db, user.id, { now: 0, limit: maxSessions }) : []
    return sessions.filter(({ created_at }) => created_at <= row.at).map(({ id }) => id)
  },
  passkey: async (ctx, { row, user }) =>
    only(user && (await listPasskeysOf(ctx, user.id)).some(({ id }) => passkeyHash(id) === row.subject)),
  async identity(ctx, { user }) {
    const identity = user && (await findNewestIdentityOf(ctx, user.id))
    return identity ? [`${identity.issuer} ${identity.subject}`] : []
  },
  role: async (ctx, { user }) => (user ? await permissionsOfRole(ctx, user.role) : []),
  suspension: async (_, { user }) => only(user?.status === 'ACTIVE'),
  account: async (_, { user }) => only(user?.status === 'ACTIVE'),
  project: async (_, { project }) => only(project?.removed_at === null),
  environment_key: environmentExists,
  password: accountExists,
  master_password: accountExists,
  recovery_key: accountExists,
  recovery_codes: accountExists,
  second_factor: accountExists,
  email: async (_, { user }) => (user ? [user.email_canonical] : []),
  role_permissions: async (ctx, { row }) => await permissionsOfRole(ctx, row.subject),
  environment: environmentExists,
  values: environmentExists,
}

/** What was changed, not withdrawn. The database has something else in its place. */
const changes: readonly RevocationKind[] = [
  'api_key_limits',
  'environment_key',
  'password',
  'master_password',
  'recovery_key',
  'recovery_codes',
  'second_factor',
  'values',
]

/** @throws TamperedRowError */
export const readGranted = async (ctx: SubjectContext, fact: AuthenticFact): Promise<Access> =>
  isRevocationKind(fact.kind) ? await readers[fact.kind](ctx, await readSubject(ctx, fact)) : []

/** What a database has given back after it revoked it. @throws TamperedRowError */
export const readRegranted = async (ctx: SubjectContext, fact: AuthenticFact): Promise<Access> =>
  changes.some((kind) => kind === fact.kind) ? [] : await readGranted(ctx, fact)
