// Who may call what: every endpoint of the contract, as six callers. An endpoint without a row fails.

import type { Client } from '@envhold/client/client.ts'
import { listSessions } from '@envhold/contract/account-settings.ts'
import { login } from '@envhold/contract/accounts.ts'
import { openInvitation } from '@envhold/contract/answer-invitation.ts'
import { removeCollaborator } from '@envhold/contract/collaborators.ts'
import { emptyVaultPhrase } from '@envhold/contract/delayed-changes.ts'
import type { Endpoint } from '@envhold/contract/endpoint.ts'
import { createEnvironment } from '@envhold/contract/environments.ts'
import { everyEndpoint } from '@envhold/contract/every-endpoint.ts'
import { createPlan } from '@envhold/contract/operator/plans.ts'
import { createRole } from '@envhold/contract/operator/roles.ts'
import { newToken } from '@envhold/integrity/token.ts'
import { beforeAll, expect, test } from 'vitest'
import { addPerson } from '../../../dev/world/add-person.ts'
import { forEachEngine } from '../../../dev/world/app-for-tests.ts'
import { putInArchive } from '../../../dev/world/put-in-archive.ts'
import {
  seedApiKey,
  seedEnvironment,
  seedPersonalToken,
  seedProject,
} from '../../../dev/world/seed-project.ts'
import { accept, type Invited, invite, shareProject } from '../../../dev/world/share-project.ts'
import type { Person } from '../../../dev/world/sign-up.ts'
import { statusOf } from '../../../dev/world/status-of.ts'
import { withApp } from '../../../dev/world/with-app.ts'
import type { ArchivedProject } from './features/archive/archived-project-store.ts'
import { acquireLease } from './jobs/lease-store.ts'

const columns = [
  'anonymous',
  'another user',
  'a read-only token',
  'an expired token',
  'an API key for another environment',
  'the right caller',
] as const
type Column = (typeof columns)[number]
type Statuses = readonly [number, number, number, number, number, number]

interface World {
  readonly owner: Person
  readonly other: Person
  readonly projectId: number
  readonly environmentId: number
  readonly callers: Readonly<Record<Column, Client>>
  /** A separate session, for calls that end it. */
  readonly signIn: (person: Person) => Promise<Client>
  readonly newcomer: () => Promise<Client>
  /** Shares the project. */
  readonly member: Person
  readonly guest: Person
  /** The guest's invitation; a new one if the last was answered. */
  readonly invited: () => Promise<Invited>
  /** A project of the owner in the archive. */
  readonly archived: (projectId: number) => Promise<ArchivedProject>
  /** Lets it seem that another node makes a backup. */
  readonly backUp: () => Promise<unknown>
  /** A page of this instance. */
  readonly pageUrl: string
}
interface Input {
  readonly params?: object
  readonly query?: object
  readonly body?: object
}
interface Row {
  readonly expected: Statuses
  /** Requested again for each caller. */
  readonly input?: (world: World, who: Person, column: Column) => Input | Promise<Input>
  /** Replaces the column's own client. */
  readonly as?: Partial<Record<Column, (world: World) => Promise<Client>>>
}

const all = (status: number): Statuses => [status, status, status, status, status, status]
/** About the caller's own account: other users call it for theirs, no token does. */
const ownAccount = (status: number): Statuses => [401, status, 403, 401, 401, status]
/** The caller's own data, which a token may read. */
const ownThings: Statuses = [401, 200, 200, 401, 401, 200]
const reading: Statuses = [401, 404, 200, 401, 401, 200]
const writing = (status: number): Statuses => [401, 404, 403, 401, 401, status]
const withKey: Statuses = [401, 401, 401, 401, 404, 200]
/** Of the operator area. The owner of the project is the operator of the instance (app.operator.test.ts). */
const operating = (status: number): Statuses => [401, 403, 403, 401, 401, status]

let made = 0
const callback = { params: `code=x&state=${'A'.repeat(43)}`, browserValue: 'A'.repeat(43) }
const unique = (name: string) => `${name}${++made}`

const project = (w: World): Input => ({ params: { id: w.projectId } })
const sandboxPage = (): Input => ({ params: { id: '0'.repeat(32) } })
const inProject = (w: World): Input => ({ params: { projectId: w.projectId } })
const environment = (w: World): Input => ({ params: { id: w.environmentId } })
const newKey = async (w: World): Promise<Input> => {
  const { id } = await seedApiKey(w.owner, w.projectId)
  return { params: { id: w.projectId, keyId: id } }
}
const newRole = () => ({
  name: unique('ROLE_'),
  display_name: 'Role',
  permissions: ['project.read' as const],
})
const newPlan = () => ({
  name: unique('plan-'),
  display_name: 'Plan',
  description: '',
  price_monthly: 1,
  price_yearly: null,
  max_projects: 1,
  max_collaborators: 1,
  api_rate_limit_per_hour: 1,
  api_rate_limit_per_day: 1,
  api_features: {},
  is_active: false,
})
/** A new plan; its name stays. */
const madePlan = async (w: World) => {
  const { plan } = await w.owner.client.call(createPlan, { body: newPlan() })
  const { id, users_count: _, prices: __, ...body } = plan
  return { params: { id }, body }
}
const madeRole = async (w: World) => {
  const { role } = await w.owner.client.call(createRole, { body: newRole() })
  return { id: role.id }
}
const jobReason = () => ({ body: { reason: 'Test' } })
const called = (w: World): Input => ({ params: { projectId: w.projectId, environment: 'production' } })

/** The shape of what an authenticator answers, and nothing in it. */
const assertion = {
  id: 'AAAA',
  rawId: 'AAAA',
  type: 'public-key',
  response: { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' },
}
const attested = { clientDataJSON: 'AAAA', attestationObject: 'AAAA' }
/** Signed in a moment ago, as calls that need a step-up require. */
const ownSession = {
  'another user': (w: World) => w.signIn(w.other),
  'the right caller': (w: World) => w.signIn(w.owner),
}

const rows: Readonly<Record<string, Row>> = {
  register: {
    expected: all(201),
    input: () => ({ body: { email: `${unique('somebody')}@example.com`, password: 'sign-in password' } }),
  },
  login: { expected: all(200), input: (_, { email, password }) => ({ body: { email, password } }) },
  logout: {
    expected: ownAccount(200),
    as: { 'another user': (w) => w.signIn(w.other), 'the right caller': (w) => w.signIn(w.owner) },
  },
  readSession: { expected: ownThings },
  changePassword: {
    expected: ownAccount(200),
    input: (_, { password }) => ({ body: { currentPassword: password, newPassword: password } }),
  },
  readCurrentSubscription: { expected: ownAccount(200) },
  refreshSubscription: { expected: ownAccount(200) },
  listPlans: { expected: all(200) },
  // Discarded, like a message of a program: the limit of an address is below the number of callers.
  sendContactMessage: {
    expected: all(201),
    input: () => ({
      body: { name: 'A', email: 'a@example.com', subject: 'S', message: 'M', website: 'https://example.com' },
    }),
  },
  readSubscriptionUsage: { expected: ownAccount(200) },
  // The owner pays and never had a grace period.
  readCompliance: { expected: ownAccount(404) },
  retainProjects: { expected: ownAccount(409), input: () => ({ body: { projects: [] } }) },
  readComplianceHistory: { expected: ownAccount(200) },
  checkLimit: { expected: ownAccount(200), input: () => ({ body: { action: 'create_project' } }) },
  startCheckout: {
    expected: ownAccount(200),
    input: (w) => ({
      body: { planId: 2, billingInterval: 'monthly', successUrl: w.pageUrl, cancelUrl: w.pageUrl },
    }),
  },
  // Nobody here has a subscription.
  previewCancellation: { expected: ownAccount(404) },
  cancelSubscription: {
    expected: ownAccount(404),
    input: () => ({ body: { subscriptionId: 1, reason: 'too_expensive' } }),
  },
  resumeSubscription: { expected: ownAccount(404), input: () => ({ body: { subscriptionId: 1 } }) },
  openCustomerPortal: {
    expected: ownAccount(404),
    input: (w) => ({ body: { returnUrl: w.pageUrl } }),
  },
  listInvoices: { expected: ownAccount(200) },
  openInvoice: { expected: ownAccount(404), input: () => ({ params: { id: 1 } }) },
  // No credential of ours: only a provider's signature counts.
  receiveWebhook: { expected: all(401), input: () => ({ params: { provider: 'sandbox' } }) },
  readSandboxCheckout: { expected: ownAccount(404), input: sandboxPage },
  answerSandboxCheckout: {
    expected: ownAccount(404),
    input: () => ({ ...sandboxPage(), body: { answer: 'pay' } }),
  },
  readSandboxPortal: { expected: ownAccount(404), input: sandboxPage },
  actInSandboxPortal: {
    expected: ownAccount(404),
    input: () => ({ ...sandboxPage(), body: { action: 'renew' } }),
  },
  readSandboxInvoice: { expected: ownAccount(404), input: sandboxPage },
  readUserStatus: { expected: ownAccount(200) },
  readAccountSecurity: { expected: ownAccount(200) },
  confirmRecoveryKey: { expected: ownAccount(200) },
  updateProfile: { expected: ownAccount(200), input: () => ({ body: {} }) },
  listSessions: { expected: ownAccount(200) },
  endSession: {
    expected: ownAccount(200),
    input: async (w, who) => {
      const { sessions } = await (await w.signIn(who)).call(listSessions, {})
      return { params: { id: sessions.find(({ current }) => current)?.id ?? '' } }
    },
  },
  endOtherSessions: {
    expected: ownAccount(200),
    as: { 'another user': (w) => w.newcomer(), 'the right caller': (w) => w.newcomer() },
  },
  confirmPassword: {
    expected: ownAccount(200),
    input: (_, { password }) => ({ body: { password } }),
    // The session's token is replaced, so the call needs a session of its own.
    as: { 'another user': (w) => w.signIn(w.other), 'the right caller': (w) => w.signIn(w.owner) },
  },
  // There is no identity provider here.
  listSignInProviders: { expected: all(200) },
  readAnnouncement: { expected: all(200) },
  startProviderSignIn: {
    expected: all(404),
    input: () => ({ body: { browserHash: 'A'.repeat(43), returnPath: '/dashboard' } }),
  },
  finishProviderSignIn: { expected: all(404), input: () => ({ body: callback }) },
  readProviderLink: { expected: ownAccount(200) },
  startProviderLink: {
    expected: ownAccount(404),
    input: () => ({ body: { browserHash: 'A'.repeat(43) } }),
  },
  finishProviderLink: { expected: ownAccount(404), input: () => ({ body: callback }) },
  unlinkProvider: { expected: ownAccount(404) },
  startProviderConfirmation: {
    expected: ownAccount(403),
    input: () => ({ body: { browserHash: 'A'.repeat(43) } }),
  },
  confirmWithProvider: { expected: ownAccount(404), input: () => ({ body: callback }) },
  readTotp: { expected: ownAccount(200) },
  setUpTotp: { expected: ownAccount(201) },
  // Newcomers: nobody of them has set an app up.
  confirmTotpSetUp: {
    expected: ownAccount(404),
    input: () => ({ body: { code: '000000' } }),
    as: { 'another user': (w) => w.newcomer(), 'the right caller': (w) => w.newcomer() },
  },
  removeTotp: { expected: ownAccount(404) },
  signInWithTotp: {
    expected: all(404),
    input: () => ({ body: { ticket: newToken('mfa').text, code: '000000' } }),
  },
  confirmTotp: { expected: ownAccount(401), input: () => ({ body: { code: '000000' } }) },
  renewRecoveryCodes: { expected: ownAccount(404) },
  signInWithRecoveryCode: {
    expected: all(404),
    input: () => ({ body: { ticket: newToken('mfa').text, code: '0000-0000-0000-0000' } }),
  },
  confirmRecoveryCode: {
    expected: ownAccount(401),
    input: () => ({ body: { code: '0000-0000-0000-0000' } }),
  },
  requestPasswordReset: { expected: all(200), input: () => ({ body: { email: 'nobody@example.com' } }) },
  openPasswordReset: { expected: all(404), input: () => ({ body: { token: newToken('eml').text } }) },
  resetPassword: {
    expected: all(404),
    input: () => ({ body: { token: newToken('eml').text, newPassword: 'quite another sentence' } }),
  },
  readEmailChange: { expected: ownAccount(200) },
  changeEmail: {
    expected: ownAccount(200),
    input: () => ({ body: { email: `${unique('address')}@example.com` } }),
  },
  cancelEmailChange: { expected: ownAccount(200) },
  openEmailChange: { expected: all(404), input: () => ({ body: { token: newToken('eml').text } }) },
  confirmEmailChange: { expected: ownAccount(404), input: () => ({ body: { token: newToken('eml').text } }) },
  openProtection: { expected: all(404), input: () => ({ body: { token: 'not-me.1..x' } }) },
  useProtection: { expected: all(404), input: () => ({ body: { token: 'not-me.1..x' } }) },
  listDelayedChanges: { expected: ownAccount(200) },
  startEmptyVault: {
    expected: ownAccount(409),
    input: () => ({ body: { confirmation: emptyVaultPhrase } }),
    // Without a vault there is none to empty.
    as: { 'another user': (w) => w.newcomer(), 'the right caller': (w) => w.newcomer() },
  },
  stopDelayedChange: { expected: ownAccount(404), input: () => ({ params: { id: 'a'.repeat(13) } }) },
  returnEnvironments: {
    expected: [401, 404, 403, 401, 401, 200],
    input: ({ projectId }) => ({ params: { id: projectId } }),
  },
  openVerification: { expected: all(404), input: () => ({ body: { token: newToken('eml').text } }) },
  verifyEmail: { expected: ownAccount(404), input: () => ({ body: { token: newToken('eml').text } }) },
  sendVerification: { expected: ownAccount(200) },
  deleteAccount: {
    expected: ownAccount(200),
    input: (_, { password }) => ({ body: { password } }),
    as: { 'another user': (w) => w.newcomer(), 'the right caller': (w) => w.newcomer() },
  },
  listPasskeys: { expected: ownAccount(200) },
  startPasskeyRegistration: { expected: ownAccount(200), as: ownSession },
  // Nobody here has a passkey, so nothing is proved.
  registerPasskey: {
    expected: ownAccount(401),
    input: () => ({ body: { response: { ...assertion, response: attested, clientExtensionResults: {} } } }),
    as: ownSession,
  },
  renamePasskey: {
    expected: ownAccount(404),
    input: () => ({ params: { id: 'AAAA' }, body: { name: 'Blue key' } }),
  },
  deletePasskey: { expected: ownAccount(404), input: () => ({ params: { id: 'AAAA' } }), as: ownSession },
  startPasskeySignIn: { expected: all(200) },
  signInWithPasskey: { expected: all(401), input: () => ({ body: { response: assertion } }) },
  startPasskeySecondFactor: { expected: all(404), input: () => ({ body: { ticket: newToken('mfa').text } }) },
  completeWithPasskey: {
    expected: all(404),
    input: () => ({ body: { ticket: newToken('mfa').text, response: assertion } }),
  },
  startPasskeyConfirmation: { expected: ownAccount(404) },
  confirmPasskey: { expected: ownAccount(401), input: () => ({ body: { response: assertion } }) },
  startPasskeyUnlockSetUp: {
    expected: ownAccount(404),
    input: () => ({ params: { id: 'AAAA' } }),
    as: ownSession,
  },
  setUpPasskeyUnlock: {
    expected: ownAccount(401),
    input: (_, { masterPassword }) => ({
      params: { id: 'AAAA' },
      body: { masterPassword, unlock: 'A'.repeat(43), response: assertion },
    }),
    as: ownSession,
  },
  startPasskeyUnlock: { expected: ownAccount(404) },
  unlockWithPasskey: { expected: ownAccount(403), input: () => ({ body: { response: assertion } }) },
  readMasterPasswordStatus: { expected: ownAccount(200) },
  setUpMasterPassword: {
    expected: [401, 409, 403, 401, 401, 201],
    input: () => ({ body: { masterPassword: 'master pässword' } }),
    as: { 'the right caller': (w) => w.newcomer() },
  },
  validateMasterPassword: {
    expected: ownAccount(200),
    input: (_, { masterPassword }) => ({ body: { masterPassword } }),
  },
  changeMasterPassword: {
    expected: ownAccount(200),
    input: (_, { masterPassword }) => ({
      body: { currentMasterPassword: masterPassword, newMasterPassword: masterPassword },
    }),
  },
  recoverMasterPassword: {
    expected: ownAccount(200),
    input: (_, { masterPassword, recoveryKey }) => ({
      body: { recoveryKey, newMasterPassword: masterPassword },
    }),
  },
  renewRecoveryKey: {
    expected: ownAccount(200),
    input: (_, { masterPassword }) => ({ body: { masterPassword } }),
  },
  readSubscriptionStatus: { expected: ownAccount(200) },
  listProjects: { expected: ownThings },
  createProject: {
    expected: [401, 201, 403, 401, 401, 201],
    input: () => ({ body: { name: unique('Project ') } }),
  },
  readProject: { expected: reading, input: project },
  updateProject: { expected: writing(200), input: (w) => ({ ...project(w), body: { name: 'Renamed' } }) },
  deleteProject: {
    expected: writing(200),
    input: async (w) => ({ params: { id: (await seedProject(w.owner)).project.id } }),
  },
  listArchivedProjects: { expected: ownAccount(200) },
  // The operator of the instance has no grace period.
  archiveProject: {
    expected: [401, 404, 403, 401, 401, 403],
    input: (w) => ({ ...project(w), body: { reason: 'grace_period_manual' } }),
  },
  archiveExcess: {
    expected: ownAccount(403),
    input: () => ({ body: { reason: 'grace_period_manual', keep: [] } }),
  },
  restoreProject: {
    expected: writing(200),
    input: async (w) => {
      const { projectId } = await seedEnvironment(w.owner)
      const { restore_token } = await w.archived(projectId)
      return { params: { restoreToken: restore_token } }
    },
  },
  rekeyEnvironments: { expected: ownAccount(200) },
  listCollaborators: { expected: reading, input: project },
  inviteCollaborator: {
    expected: writing(201),
    input: (w) => ({
      ...project(w),
      body: { email: `${unique('invited')}@example.com`, role: 'read', environments: [w.environmentId] },
    }),
  },
  updateCollaborator: {
    expected: writing(200),
    input: (w) => ({ params: { id: w.projectId, userId: w.member.userId }, body: { role: 'read' } }),
  },
  removeCollaborator: {
    expected: writing(200),
    input: async (w, _, column) => {
      if (column !== 'the right caller') return { params: { id: w.projectId, userId: w.member.userId } }
      await accept(w.guest, await w.invited())
      return { params: { id: w.projectId, userId: w.guest.userId } }
    },
  },
  updateInvitation: {
    expected: writing(200),
    input: async (w) => {
      await w.invited()
      return { ...project(w), body: { email: w.guest.email, role: 'read' } }
    },
  },
  cancelInvitation: {
    expected: writing(200),
    input: async (w) => {
      await w.invited()
      return { ...project(w), body: { email: w.guest.email } }
    },
  },
  listInvitations: { expected: ownThings },
  openInvitation: {
    expected: all(200),
    input: async (w) => ({ body: { secret: (await w.invited()).secret } }),
  },
  acceptInvitation: {
    expected: [401, 404, 403, 401, 401, 200],
    input: async (w) => {
      const { token, secret } = await w.invited()
      return { params: { token }, body: { secret } }
    },
    as: { 'the right caller': async (w) => w.guest.client },
  },
  declineInvitation: {
    expected: [401, 404, 403, 401, 401, 200],
    input: async (w) => ({ params: { token: (await w.invited()).token } }),
    as: { 'the right caller': async (w) => w.guest.client },
  },
  listEnvironments: { expected: reading, input: inProject },
  listAccessibleEnvironments: { expected: ownThings },
  createEnvironment: {
    expected: writing(201),
    input: (w) => ({ ...inProject(w), body: { name: unique('made-') } }),
  },
  renameEnvironment: {
    expected: writing(200),
    input: (w) => ({ ...environment(w), body: { name: 'Production' } }),
  },
  updateEnvironment: {
    expected: writing(200),
    input: (w) => ({ ...environment(w), body: { color: 'sky' } }),
  },
  deleteEnvironment: {
    expected: writing(200),
    input: async (w) => {
      const seeded = await seedEnvironment(w.owner)
      return { params: { projectId: seeded.projectId, envId: seeded.id } }
    },
  },
  countVariables: { expected: ownThings, input: (w) => ({ body: { environmentIds: [w.environmentId] } }) },
  awaitVersion: { expected: reading, input: (w) => ({ ...environment(w), query: { after: 0, wait: 0 } }) },
  readVariables: { expected: reading, input: environment },
  readVariablesByName: {
    expected: reading,
    input: (w) => ({ query: { project_id: w.projectId, environment: 'production' } }),
  },
  createVariable: {
    expected: writing(201),
    input: (w) => ({ ...environment(w), body: { key: unique('MADE_'), value: '1' } }),
  },
  updateVariable: {
    expected: writing(200),
    input: (w) => ({ params: { id: w.environmentId, key: 'HELLO' }, body: { value: unique('value ') } }),
  },
  deleteVariable: {
    expected: writing(200),
    input: async (w) => ({ params: { id: (await seedEnvironment(w.owner)).id, key: 'HELLO' } }),
  },
  writeVariables: {
    expected: writing(200),
    input: (w) => ({ ...environment(w), body: { variables: { WRITTEN: unique('x') }, mode: 'merge' } }),
  },
  importVariables: {
    expected: writing(200),
    input: (w) => ({ ...environment(w), body: { dotenv: `IMPORTED=${unique('x')}`, mode: 'merge' } }),
  },
  listVariableNames: { expected: reading, input: environment },
  listVersions: { expected: reading, input: environment },
  readVersion: { expected: reading, input: (w) => ({ params: { id: w.environmentId, version: 1 } }) },
  restoreVersion: { expected: writing(200), input: (w) => ({ params: { id: w.environmentId, version: 1 } }) },
  compareEnvironments: {
    expected: reading,
    input: (w) => ({ ...inProject(w), query: { left: w.environmentId, right: w.environmentId } }),
  },
  downloadEnvironment: { expected: reading, input: environment },
  listPersonalTokens: { expected: ownAccount(200) },
  createPersonalToken: {
    expected: ownAccount(201),
    input: () => ({ body: { name: 'Laptop', permissions: ['read_variables'] } }),
  },
  revokePersonalToken: {
    expected: writing(200),
    input: async (w) => ({ params: { id: (await seedPersonalToken(w.owner)).id } }),
  },
  createCliToken: { expected: ownAccount(201) },
  startDeviceLogin: {
    expected: all(201),
    input: () => ({ body: { device_name: 'laptop', client: 'envhold' } }),
  },
  pollDeviceLogin: {
    expected: all(200),
    input: () => ({ body: { device_code: newToken('dvc').text } }),
  },
  openDeviceLogin: { expected: ownAccount(404), input: () => ({ body: { user_code: 'BBBB-BBBB' } }) },
  approveDeviceLogin: { expected: ownAccount(404), input: () => ({ body: { review: 'A'.repeat(43) } }) },
  denyDeviceLogin: { expected: ownAccount(404), input: () => ({ body: { review: 'A'.repeat(43) } }) },
  listApiKeyPermissions: { expected: ownAccount(200) },
  listApiKeys: { expected: writing(200), input: project },
  createApiKey: {
    expected: writing(201),
    input: (w) => ({
      ...project(w),
      body: { name: 'CI', permissions: ['read_variables', 'variables.api_inject'] },
    }),
  },
  updateApiKey: {
    expected: writing(200),
    input: async (w) => ({ ...(await newKey(w)), body: { environment_access: null } }),
  },
  deleteApiKey: { expected: writing(200), input: newKey },
  readApiKeyUsage: { expected: writing(200), input: newKey },
  inject: { expected: withKey, input: called },
  readSchema: { expected: withKey, input: called },
  injectByName: { expected: withKey, input: () => ({ query: { environment: 'production' } }) },
  // A key may read its own properties, whichever environments it can read.
  readOwnApiKey: { expected: [401, 401, 401, 401, 200, 200] },
  listExport: { expected: ownAccount(200) },
  exportEnvironment: { expected: [401, 404, 403, 401, 401, 200], input: environment },
  listActivityLogs: { expected: ownAccount(200) },
  exportActivityLogs: { expected: ownAccount(200) },
  listApiUsage: { expected: ownAccount(200) },
  exportApiUsage: { expected: ownAccount(200) },
  listProjectActivity: { expected: reading, input: project },
  exportProjectActivity: { expected: reading, input: project },
  downloadProjectLog: { expected: reading, input: project },
  readActivityHead: { expected: ownThings },
  readAdminStats: { expected: operating(200) },
  readRoleStats: { expected: operating(200) },
  listRoles: { expected: operating(200) },
  readRole: { expected: operating(200), input: () => ({ params: { id: 1 } }) },
  createRole: { expected: operating(201), input: () => ({ body: newRole() }) },
  updateRole: {
    expected: operating(200),
    input: async (w) => ({ params: await madeRole(w), body: newRole() }),
  },
  deleteRole: { expected: operating(200), input: async (w) => ({ params: await madeRole(w) }) },
  assignRole: {
    expected: operating(200),
    input: async (w) => ({ params: { id: w.guest.userId }, body: { role_id: (await madeRole(w)).id } }),
  },
  readRoleHistory: { expected: operating(200), input: (w) => ({ params: { id: w.guest.userId } }) },
  readUserPermissions: { expected: operating(200), input: (w) => ({ params: { id: w.guest.userId } }) },
  listEveryApiKey: { expected: operating(200) },
  readApiKeyStatistics: { expected: operating(200) },
  readApiKeyDetail: { expected: operating(404), input: () => ({ params: { id: 'none' } }) },
  deactivateApiKey: {
    expected: operating(404),
    input: () => ({ params: { id: 'none' }, body: { reason: 'Published' } }),
  },
  previewJob: { expected: operating(200), input: () => ({ body: { kind: 'restore-eligible' } }) },
  listJobs: { expected: operating(200) },
  readJob: { expected: operating(404), input: () => ({ params: { id: 999_999 } }) },
  stopJob: { expected: operating(404), input: () => ({ params: { id: 999_999 } }) },
  resumeJob: { expected: operating(404), input: () => ({ params: { id: 999_999 } }) },
  // Without a preview.
  cleanUpExpired: { expected: operating(409), input: jobReason },
  restoreEligible: { expected: operating(409), input: jobReason },
  cleanUpOrphans: { expected: operating(409), input: jobReason },
  forceCleanup: { expected: operating(409), input: jobReason },
  cleanUpExpiredSubscriptions: { expected: operating(409), input: jobReason },
  readSubscriptionCleanupStats: { expected: operating(200) },
  readArchivesStats: { expected: operating(200) },
  listUsers: { expected: operating(200) },
  listGracePeriodUsers: { expected: operating(200) },
  readUserDetail: { expected: operating(200), input: (w) => ({ params: { id: w.guest.userId } }) },
  // The guest is active.
  approveUser: { expected: operating(409), input: (w) => ({ params: { id: w.guest.userId } }) },
  // Nobody suspends or deletes the own account.
  suspendUser: {
    expected: operating(403),
    input: (w) => ({ params: { id: w.owner.userId }, body: { reason: 'Test' } }),
  },
  unsuspendUser: { expected: operating(409), input: (w) => ({ params: { id: w.guest.userId } }) },
  extendGracePeriod: {
    expected: operating(409),
    input: (w) => ({ params: { id: w.guest.userId }, body: {} }),
  },
  forceDeleteUser: {
    expected: operating(409),
    input: (w) => ({ params: { id: w.guest.userId }, body: { reason: 'Test' } }),
  },
  listOwnOperatorActs: { expected: ownAccount(200) },
  listMailTemplates: { expected: operating(200) },
  previewMailTemplate: { expected: operating(200), input: () => ({ params: { name: 'verify-email' } }) },
  sendTestMail: {
    expected: operating(200),
    input: () => ({ params: { name: 'verify-email' }, body: { to: `${unique('test')}@example.com` } }),
  },
  listAllPlans: { expected: operating(200) },
  createPlan: { expected: operating(201), input: () => ({ body: newPlan() }) },
  previewPlanChange: {
    expected: operating(200),
    input: () => ({ params: { id: 1 }, query: { max_projects: 9, max_collaborators: 9 } }),
  },
  updatePlan: { expected: operating(200), input: madePlan },
  deletePlan: {
    expected: operating(200),
    input: async (w) => ({ params: (await madePlan(w)).params }),
  },
  readInstanceSettings: { expected: operating(200) },
  updateAnnouncement: {
    expected: operating(200),
    input: () => ({ body: { announcement: null, revision: 0 } }),
  },
  updateSignUps: { expected: operating(200), input: () => ({ body: { mode: null, revision: 0 } }) },
  readPaymentConfig: { expected: operating(200) },
  updatePaymentConfig: {
    expected: operating(200),
    input: () => ({
      body: {
        defaultProvider: 'stripe',
        fallbackProvider: 'dodo',
        enableAutoFallback: true,
        testMode: true,
        providers: [],
      },
    }),
  },
  testPaymentProvider: {
    expected: operating(200),
    input: () => ({ params: { providerId: 'sandbox' } }),
  },
  readComplianceStats: { expected: operating(200) },
  readArchiveStats: { expected: operating(200) },
  readDunningStats: { expected: operating(200) },
  listAuditEntries: { expected: operating(200) },
  readInstanceHealth: { expected: operating(200) },
  readDiagnostics: { expected: operating(200) },
  exportAuditEntries: { expected: operating(200) },
  readAuditStatus: { expected: operating(200) },
  verifyAudit: { expected: operating(200), input: () => ({ body: { kind: 'verify-activity' } }) },
  listBackups: { expected: operating(200) },
  // One is being made already.
  createBackup: {
    expected: operating(409),
    input: async (w) => {
      await w.backUp()
      return {}
    },
  },
  verifyBackup: { expected: operating(404), input: () => ({ params: { id: 999_999 } }) },
  deleteBackup: { expected: operating(404), input: () => ({ params: { id: 999_999 } }) },
  readUserBilling: { expected: operating(200), input: (w) => ({ params: { id: w.guest.userId } }) },
  openUserInvoice: {
    expected: operating(404),
    input: (w) => ({ params: { id: w.guest.userId, invoiceId: 1 } }),
  },
  readLiveness: { expected: all(200) },
  readReadiness: { expected: all(200) },
}

test('every endpoint has a row', () => {
  expect(Object.keys(rows).sort()).toEqual(everyEndpoint.map(({ name }) => name).sort())
})

forEachEngine((engine) => {
  const app = withApp(engine)
  let world: World
  let rightKey: Client
  beforeAll(async () => {
    const owner = await addPerson(app)
    const other = await addPerson(app)
    const { id: environmentId, projectId } = await seedEnvironment(owner)
    const expires = await seedPersonalToken(
      owner,
      undefined,
      new Date(app.ctx.clock() + 60_000).toISOString(),
    )
    app.advance(60_000)
    const readOnly = await seedPersonalToken(owner, ['read_variables', 'read_schema', 'read_projects'])
    const staging = await owner.client.call(createEnvironment, {
      params: { projectId },
      body: { name: 'staging' },
    })
    const wrong = await seedApiKey(owner, projectId, { environment_access: [String(staging.environment.id)] })
    const right = await seedApiKey(owner, projectId)
    const [member, guest] = [await addPerson(app), await addPerson(app)]
    await shareProject(app, owner, projectId, member, { environments: [environmentId] })
    let waiting: Invited | undefined
    world = {
      owner,
      other,
      member,
      guest,
      archived: (id) => putInArchive(app, owner, id),
      backUp: async () => {
        const { db, clock } = app.ctx
        // The runner of this node would end a backup that nobody makes.
        await acquireLease(
          db,
          { name: 'backup', holder: 'another node', until: clock() + 3_600_000 },
          clock(),
        )
        await db
          .insertInto('backups')
          .values({
            file: unique('file'),
            node: '',
            state: 'running',
            percent: 0,
            origin: 'command',
            started_at: clock(),
          })
          .onConflict((conflict) => conflict.doNothing())
          .execute()
      },
      pageUrl: `${app.ctx.config.publicUrl}/subscription`,
      invited: async () => {
        const isOpen = async ({ secret }: Invited) =>
          await app
            .as()
            .call(openInvitation, { body: { secret } })
            .then(
              () => true,
              () => false,
            )
        if (waiting && (await isOpen(waiting))) return waiting
        await owner.client
          .call(removeCollaborator, { params: { id: projectId, userId: guest.userId } })
          .catch(() => {})
        waiting = await invite(app, owner, projectId, guest.email, { environments: [environmentId] })
        return waiting
      },
      projectId,
      environmentId,
      callers: {
        anonymous: app.as(),
        'another user': other.client,
        'a read-only token': app.as({ token: readOnly.token }),
        'an expired token': app.as({ token: expires.token }),
        'an API key for another environment': app.as({ apiKey: wrong.apiKey }),
        'the right caller': owner.client,
      },
      signIn: async ({ email, password }) => {
        const { token } = await app.as().call(login, { body: { email, password } })
        return app.as({ token })
      },
      newcomer: async () => (await addPerson(app, { masterPassword: null })).client,
    }
    rightKey = app.as({ apiKey: right.apiKey })
  })

  const callerOf = async ({ audience, name }: Endpoint, column: Column): Promise<Client> => {
    const given = rows[name]?.as?.[column]
    if (given) return await given(world)
    const isKeys = audience === 'api-key' && column === 'the right caller'
    return isKeys ? rightKey : world.callers[column]
  }
  const statusFor = async (endpoint: Endpoint, column: Column): Promise<number> => {
    const who = column === 'another user' ? world.other : world.owner
    const input = (await rows[endpoint.name]?.input?.(world, who, column)) ?? {}
    return statusOf(await callerOf(endpoint, column), endpoint, input)
  }

  test.each(everyEndpoint.map((endpoint) => [endpoint.name, endpoint] as const))(
    '%s',
    async (name, endpoint) => {
      const seen: Record<string, number> = {}
      for (const column of columns) seen[column] = await statusFor(endpoint, column)
      const expected = rows[name]?.expected ?? []
      expect(seen).toEqual(Object.fromEntries(columns.map((column, index) => [column, expected[index]])))
    },
  )
})
