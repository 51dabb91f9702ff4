// Who may call what: every endpoint of the contract, as six callers. An endpoint without a row fails.

import type { Client } from '@envhold/client/client.ts'
import { removeCollaborator } from '@envhold/contract/collaborators/collaborators.ts'
import { listInvitations } from '@envhold/contract/collaborators/invitations.ts'
import type { Endpoint } from '@envhold/contract/endpoint.ts'
import { everyEndpoint } from '@envhold/contract/every-endpoint.ts'
import { beforeAll, expect, test } from 'vitest'
import { addPerson } from '../../../dev/world/add-person.ts'
import { forEachEngine } from '../../../dev/world/app-for-tests.ts'
import { projectWorld } from '../../../dev/world/sample-inputs/project-world.ts'
import { sampleInput } from '../../../dev/world/sample-inputs/sample-input.ts'
import type { SampleWorld } from '../../../dev/world/sample-inputs/sample-world.ts'
import { seedApiKey, seedEnvironment, seedPersonalToken } from '../../../dev/world/seed-project.ts'
import { type Invited, invite, markEmailVerified } from '../../../dev/world/share-project.ts'
import { signInAs } from '../../../dev/world/sign-in-as.ts'
import type { Person } from '../../../dev/world/sign-up.ts'
import { statusOf } from '../../../dev/world/status-of.ts'
import { withApp } from '../../../dev/world/with-app.ts'

const columns = [
  'anonymous',
  'another user',
  'a read-only token',
  'an expired token',
  'an API key for another environment',
  'the right caller',
] as const
type Column = (typeof columns)[number]
type Statuses = Readonly<Record<Column, number>>

const everyone = (status: number) => Object.fromEntries(columns.map((column) => [column, status])) as Statuses
/** About the caller's own account: other users call it for theirs, no token does. */
const ownAccount = (status: number): Statuses => ({
  ...everyone(401),
  'another user': status,
  'a read-only token': 403,
  'the right caller': status,
})
/** The caller's own data, which a token may read. */
const ownThings: Statuses = { ...ownAccount(200), 'a read-only token': 200 }
/** About something of the owner's. */
const writing = (status: number): Statuses => ({ ...ownAccount(status), 'another user': 404 })
const reading: Statuses = { ...writing(200), 'a read-only token': 200 }
const withKey: Statuses = {
  ...everyone(401),
  'an API key for another environment': 404,
  'the right caller': 200,
}
/** Of the operator area. The owner of the project is the operator of the instance (app.operator.test.ts). */
const operating = (status: number): Statuses => ({ ...ownAccount(status), 'another user': 403 })

const rows: Readonly<Record<string, Statuses>> = {
  register: everyone(201),
  login: everyone(200),
  logout: ownAccount(200),
  readSession: ownThings,
  changePassword: ownAccount(200),
  readCurrentSubscription: ownAccount(200),
  refreshSubscription: ownAccount(200),
  listPlans: everyone(200),
  sendContactMessage: everyone(201),
  readSubscriptionUsage: ownAccount(200),
  // The owner pays and never had a grace period.
  readCompliance: ownAccount(404),
  retainProjects: ownAccount(409),
  retainPeople: ownAccount(409),
  listRetainablePeople: ownAccount(200),
  readComplianceHistory: ownAccount(200),
  checkLimit: ownAccount(200),
  startCheckout: ownAccount(200),
  // Nobody here has a subscription.
  previewCancellation: ownAccount(404),
  cancelSubscription: ownAccount(404),
  resumeSubscription: ownAccount(404),
  previewSubscriptionChange: ownAccount(404),
  changeSubscription: ownAccount(404),
  cancelPlannedChange: ownAccount(404),
  openCustomerPortal: ownAccount(404),
  listInvoices: ownAccount(200),
  openInvoice: ownAccount(404),
  // No credential of ours: only a provider's signature counts.
  receiveWebhook: everyone(401),
  readSandboxCheckout: ownAccount(404),
  answerSandboxCheckout: ownAccount(404),
  readSandboxPortal: ownAccount(404),
  actInSandboxPortal: ownAccount(404),
  readSandboxInvoice: ownAccount(404),
  readUserStatus: ownAccount(200),
  readAccountSecurity: ownAccount(200),
  confirmRecoveryKey: ownAccount(200),
  updateProfile: ownAccount(200),
  listSessions: ownAccount(200),
  endSession: ownAccount(200),
  endOtherSessions: ownAccount(200),
  confirmPassword: ownAccount(200),
  // There is no identity provider here.
  listSignInProviders: everyone(200),
  readAnnouncement: everyone(200),
  startProviderSignIn: everyone(404),
  finishProviderSignIn: everyone(404),
  readProviderLink: ownAccount(200),
  startProviderLink: ownAccount(404),
  finishProviderLink: ownAccount(404),
  unlinkProvider: ownAccount(404),
  startProviderConfirmation: ownAccount(403),
  confirmWithProvider: ownAccount(404),
  readTotp: ownAccount(200),
  setUpTotp: ownAccount(201),
  confirmTotpSetUp: ownAccount(404),
  removeTotp: ownAccount(404),
  signInWithTotp: everyone(404),
  confirmTotp: ownAccount(401),
  renewRecoveryCodes: ownAccount(404),
  signInWithRecoveryCode: everyone(404),
  confirmRecoveryCode: ownAccount(401),
  requestPasswordReset: everyone(200),
  openAccountInvitation: everyone(404),
  openPasswordReset: everyone(404),
  resetPassword: everyone(404),
  readEmailChange: ownAccount(200),
  changeEmail: ownAccount(200),
  cancelEmailChange: ownAccount(200),
  openEmailChange: everyone(404),
  confirmEmailChange: ownAccount(404),
  openProtection: everyone(404),
  useProtection: everyone(404),
  listDelayedChanges: ownAccount(200),
  startEmptyVault: ownAccount(409),
  stopDelayedChange: ownAccount(404),
  returnEnvironments: writing(200),
  readProjectTransfer: writing(200),
  // Nobody here could own the project.
  offerProjectTransfer: writing(409),
  endProjectTransfer: writing(404),
  acceptProjectTransfer: writing(404),
  openVerification: everyone(404),
  verifyEmail: ownAccount(404),
  sendVerification: ownAccount(200),
  deleteAccount: ownAccount(200),
  listPasskeys: ownAccount(200),
  startPasskeyRegistration: ownAccount(200),
  // Nobody here has a passkey, so nothing is proved.
  registerPasskey: ownAccount(401),
  renamePasskey: ownAccount(404),
  deletePasskey: ownAccount(404),
  startPasskeySignIn: everyone(200),
  signInWithPasskey: everyone(401),
  startPasskeySecondFactor: everyone(404),
  completeWithPasskey: everyone(404),
  startPasskeyConfirmation: ownAccount(404),
  confirmPasskey: ownAccount(401),
  startPasskeyUnlockSetUp: ownAccount(404),
  setUpPasskeyUnlock: ownAccount(401),
  startPasskeyUnlock: ownAccount(404),
  unlockWithPasskey: ownAccount(403),
  readMasterPasswordStatus: ownAccount(200),
  setUpMasterPassword: { ...ownAccount(201), 'another user': 409 },
  validateMasterPassword: ownAccount(200),
  changeMasterPassword: ownAccount(200),
  recoverMasterPassword: ownAccount(200),
  renewRecoveryKey: ownAccount(200),
  readSubscriptionStatus: ownAccount(200),
  listProjects: ownThings,
  createProject: ownAccount(201),
  readProject: reading,
  updateProject: writing(200),
  deleteProject: writing(200),
  listArchivedProjects: ownAccount(200),
  // The operator of the instance has no grace period.
  archiveProject: writing(403),
  archiveExcess: ownAccount(403),
  restoreProject: writing(200),
  exchangeProjects: writing(200),
  listDeletedProjects: ownAccount(200),
  restoreDeletedProject: writing(200),
  rekeyEnvironments: ownAccount(200),
  listCollaborators: reading,
  inviteCollaborator: writing(201),
  updateCollaborator: writing(200),
  removeCollaborator: writing(200),
  updateInvitation: writing(200),
  cancelInvitation: writing(200),
  listInvitations: ownThings,
  openInvitation: everyone(200),
  acceptInvitation: writing(200),
  declineInvitation: writing(200),
  listEnvironments: reading,
  listAccessibleEnvironments: ownThings,
  createEnvironment: writing(201),
  renameEnvironment: writing(200),
  updateEnvironment: writing(200),
  deleteEnvironment: writing(200),
  countVariables: ownThings,
  listFormerNames: reading,
  endFormerName: writing(200),
  awaitVersion: reading,
  readVariables: reading,
  readVariablesByName: reading,
  createVariable: writing(201),
  updateVariable: writing(200),
  deleteVariable: writing(200),
  writeVariables: writing(200),
  importVariables: writing(200),
  listVariableNames: reading,
  findVariables: ownThings,
  findSameValues: ownThings,
  listVersions: reading,
  readVersion: reading,
  restoreVersion: writing(200),
  compareEnvironments: reading,
  downloadEnvironment: reading,
  listPersonalTokens: ownAccount(200),
  createPersonalToken: ownAccount(201),
  revokePersonalToken: writing(200),
  createCliToken: ownAccount(201),
  startDeviceLogin: everyone(201),
  pollDeviceLogin: everyone(200),
  openDeviceLogin: ownAccount(404),
  approveDeviceLogin: ownAccount(404),
  denyDeviceLogin: ownAccount(404),
  listApiKeyPermissions: ownAccount(200),
  listApiKeys: writing(200),
  createApiKey: writing(201),
  updateApiKey: writing(200),
  deleteApiKey: writing(200),
  readApiKeyUsage: writing(200),
  readApiKeyCalls: writing(200),
  inject: withKey,
  readSchema: withKey,
  injectByName: withKey,
  // A key may read its own properties, whichever environments it can read.
  readOwnApiKey: { ...withKey, 'an API key for another environment': 200 },
  listExport: ownAccount(200),
  exportEnvironment: writing(200),
  awaitAccess: ownAccount(200),
  listSharedWith: ownThings,
  listProjectPeople: ownThings,
  // Without projects that both share, there is nothing to list.
  readExposure: ownAccount(200),
  listActivityLines: ownAccount(200),
  listActivityLogs: ownAccount(200),
  exportActivityLogs: ownAccount(200),
  listApiUsage: ownAccount(200),
  exportApiUsage: ownAccount(200),
  listProjectActivity: reading,
  listProjectActivityLines: reading,
  exportProjectActivity: reading,
  downloadProjectLog: reading,
  readActivityHead: ownThings,
  readAdminStats: operating(200),
  readRoleStats: operating(200),
  listRoles: operating(200),
  readRole: operating(200),
  createRole: operating(201),
  updateRole: operating(200),
  deleteRole: operating(200),
  assignRole: operating(200),
  readRoleHistory: operating(200),
  readUserPermissions: operating(200),
  listEveryApiKey: operating(200),
  readApiKeyStatistics: operating(200),
  readApiKeyDetail: operating(404),
  deactivateApiKey: operating(404),
  previewJob: operating(200),
  listJobs: operating(200),
  readJob: operating(404),
  stopJob: operating(404),
  resumeJob: operating(404),
  // Without a preview.
  cleanUpExpired: operating(409),
  restoreEligible: operating(409),
  cleanUpOrphans: operating(409),
  forceCleanup: operating(409),
  cleanUpExpiredSubscriptions: operating(409),
  readSubscriptionCleanupStats: operating(200),
  readArchivesStats: operating(200),
  listUsers: operating(200),
  exportUsers: operating(200),
  listUserInvitations: operating(200),
  inviteUser: operating(200),
  withdrawUserInvitation: operating(404),
  previewUserAct: operating(200),
  // Without the token of a preview.
  startUserAct: operating(409),
  listEverySubscription: operating(200),
  exportSubscriptions: operating(200),
  listEveryInvoice: operating(200),
  exportInvoices: operating(200),
  listFailedPayments: operating(200),
  exportFailedPayments: operating(200),
  grantUserPlan: operating(200),
  endUserPlan: operating(404),
  listGracePeriodUsers: operating(200),
  readUserDetail: operating(200),
  // The guest is active.
  approveUser: operating(409),
  // Nobody suspends or deletes the own account.
  suspendUser: operating(403),
  unsuspendUser: operating(409),
  extendGracePeriod: operating(409),
  forceDeleteUser: operating(409),
  startUserReset: operating(200),
  // Nobody does this to the own account.
  endUserSessions: operating(403),
  // The guest has none.
  removeUserFactors: operating(409),
  listOwnOperatorActs: ownAccount(200),
  listMailTemplates: operating(200),
  previewMailTemplate: operating(200),
  sendTestMail: operating(200),
  listEveryProject: operating(200),
  // It does not exist.
  restoreUserProject: operating(404),
  readUserTransfer: operating(404),
  startUserTransfer: operating(404),
  endUserTransfer: operating(404),
  listAllPlans: operating(200),
  createPlan: operating(201),
  previewPlanChange: operating(200),
  updatePlan: operating(200),
  deletePlan: operating(200),
  // None wait.
  callOffPlannedLimits: operating(409),
  readInstanceSettings: operating(200),
  updateAnnouncement: operating(200),
  updateSignUps: operating(200),
  updateOperatorFactor: operating(200),
  readPaymentConfig: operating(200),
  updatePaymentConfig: operating(200),
  testPaymentProvider: operating(200),
  readComplianceStats: operating(200),
  readArchiveStats: operating(200),
  readDunningStats: operating(200),
  listAuditEntries: operating(200),
  readInstanceHealth: operating(200),
  readDiagnostics: operating(200),
  exportAuditEntries: operating(200),
  readAuditStatus: operating(200),
  verifyAudit: operating(200),
  listBackups: operating(200),
  // One is being made already.
  createBackup: operating(409),
  verifyBackup: operating(404),
  deleteBackup: operating(404),
  listRevocations: operating(200),
  reapplyRevocations: operating(409),
  dismissRevocations: operating(200),
  readUserBilling: operating(200),
  openUserInvoice: operating(404),
  readLiveness: everyone(200),
  readReadiness: everyone(200),
}

type Callers = Partial<Record<Column, (world: World) => Client | Promise<Client>>>

/** Signed in a moment ago, for calls that end or replace the session, or that need a step-up. */
const newSession: Callers = {
  'another user': (w) => signInAs(w.app, w.other),
  'the right caller': (w) => signInAs(w.app, w.owner),
}
/** Without a vault and an authenticator app; the account may end. */
const newcomer = async ({ app }: World) => (await addPerson(app, { masterPassword: null })).client
const newcomers: Callers = { 'another user': newcomer, 'the right caller': newcomer }
const guest: Callers = { 'the right caller': (w) => w.guest.client }

/** In place of the columns' own callers. */
const special: Readonly<Record<string, Callers>> = {
  logout: newSession,
  confirmPassword: newSession,
  startPasskeyRegistration: newSession,
  registerPasskey: newSession,
  deletePasskey: newSession,
  startPasskeyUnlockSetUp: newSession,
  setUpPasskeyUnlock: newSession,
  endOtherSessions: newcomers,
  confirmTotpSetUp: newcomers,
  startEmptyVault: newcomers,
  deleteAccount: newcomers,
  setUpMasterPassword: { 'the right caller': newcomer },
  acceptInvitation: guest,
  declineInvitation: guest,
}

interface World extends SampleWorld {
  readonly other: Person
  readonly callers: Readonly<Record<Column, Client>>
}

test('every endpoint has a row', () => {
  expect(Object.keys(rows).sort()).toEqual(everyEndpoint.map(({ name }) => name).sort())
})

forEachEngine((engine) => {
  const app = withApp(engine)
  let world: World
  let rightKey: Client
  beforeAll(async () => {
    const [owner, other, guest] = [await addPerson(app), await addPerson(app), await addPerson(app)]
    const seeded = await seedEnvironment(owner)
    const { projectId, id: environmentId } = seeded
    const inAMinute = new Date(app.ctx.clock() + 60_000).toISOString()
    const expires = await seedPersonalToken(owner, undefined, inAMinute)
    app.advance(60_000)
    const readOnly = await seedPersonalToken(owner, ['read_variables', 'read_schema', 'read_projects'])
    const ofProject = projectWorld(app, owner, seeded)
    const another = String(await ofProject.newEnvironment())
    const wrong = await seedApiKey(owner, projectId, { environment_access: [another] })
    const right = await seedApiKey(owner, projectId)
    await markEmailVerified(app, guest)
    let waiting: Invited | undefined
    world = {
      ...ofProject,
      other,
      guest,
      caller: owner,
      invited: async () => {
        const { invitations } = await guest.client.call(listInvitations, {})
        if (waiting && invitations.length > 0) return waiting
        const params = { id: projectId, userId: guest.userId }
        await owner.client.call(removeCollaborator, { params }).catch(() => {})
        waiting = await invite(app, owner, projectId, guest.email, { environments: [environmentId] })
        return waiting
      },
      callers: {
        anonymous: app.as(),
        'another user': other.client,
        'a read-only token': app.as({ token: readOnly.token }),
        'an expired token': app.as({ token: expires.token }),
        'an API key for another environment': app.as({ apiKey: wrong.apiKey }),
        'the right caller': owner.client,
      },
    }
    rightKey = app.as({ apiKey: right.apiKey })
  })

  const callerOf = async ({ audience, name }: Endpoint, column: Column): Promise<Client> => {
    const makeCaller = special[name]?.[column]
    if (makeCaller) return await makeCaller(world)
    const isKeys = audience === 'api-key' && column === 'the right caller'
    return isKeys ? rightKey : world.callers[column]
  }
  const statusFor = async (endpoint: Endpoint, column: Column): Promise<number> => {
    const caller = column === 'another user' ? world.other : world.owner
    const input = await sampleInput(endpoint.name, { ...world, caller })
    return statusOf(await callerOf(endpoint, column), endpoint, input)
  }

  // In the order of the table: calls that end the account come last.
  const inOrder = Object.keys(rows).flatMap((row) => everyEndpoint.filter(({ name }) => name === row))
  test.each(inOrder.map((endpoint) => [endpoint.name, endpoint] as const))('%s', async (name, endpoint) => {
    const seen: Partial<Record<Column, number>> = {}
    for (const column of columns) seen[column] = await statusFor(endpoint, column)
    expect(seen).toEqual(rows[name])
  })
})
