import { expect, test } from 'vitest'
import type { Endpoint } from '../endpoint.ts'
import { everyEndpoint } from '../every-endpoint.ts'

/** Calls that need a proof of identity from the last minutes, whatever else the caller has. */
const always = [
  'changePassword',
  'deleteAccount',
  'changeEmail',
  'startEmptyVault',
  'endSession',
  'endOtherSessions',
  'setUpMasterPassword',
  'changeMasterPassword',
  'recoverMasterPassword',
  'renewRecoveryKey',
  'startCheckout',
  'cancelSubscription',
  'resumeSubscription',
  'changeSubscription',
  'cancelPlannedChange',
  'openCustomerPortal',
  'createApiKey',
  'updateApiKey',
  'deleteApiKey',
  'createPersonalToken',
  'revokePersonalToken',
  'createCliToken',
  'approveDeviceLogin',
  'offerProjectTransfer',
  'acceptProjectTransfer',
]

/** Calls for which an open vault is proof enough. */
const unlessUnlocked = [
  'deleteProject',
  'restoreDeletedProject',
  'deleteEnvironment',
  'renameEnvironment',
  'updateEnvironment',
  'endFormerName',
  'removeCollaborator',
  'updateCollaborator',
  'updateInvitation',
  'archiveProject',
  'archiveExcess',
  'exchangeProjects',
  'retainProjects',
  'retainPeople',
]

/**
 * Calls that write and need neither a proof nor the vault, with what a stolen session cannot destroy or widen by them.
 */
const withoutProof: Readonly<Record<string, string>> = {
  logout: 'ends the session itself',
  updateProfile: 'a name can be changed back, and the e-mail address still signs in',
  confirmPassword: 'is the proof',
  confirmTotp: 'is the proof',
  confirmRecoveryCode: 'is the proof',
  startPasskeyConfirmation: 'begins the proof',
  confirmPasskey: 'is the proof',
  startProviderConfirmation: 'begins the proof',
  confirmWithProvider: 'is the proof',
  finishProviderLink: 'needs the request of a confirmed startProviderLink',
  startPasskeyUnlock: 'makes a challenge, which opens nothing by itself',
  renamePasskey: 'a name can be changed back',
  validateMasterPassword: 'presents the secret of the vault',
  confirmRecoveryKey: 'stores a date that only the account page shows',
  verifyEmail: 'needs the mailed link',
  confirmEmailChange: 'needs the mailed link, of a change that needed a proof',
  cancelEmailChange: 'leaves the address as it is',
  stopDelayedChange: 'leaves the account as it is',
  sendVerification: 'mails the account’s own address',
  cancelInvitation: 'narrows access; the person can be invited again',
  endProjectTransfer: 'leaves the project with its owner',
  declineInvitation: 'narrows access; the person can be invited again',
  updateProject: 'a name can be changed back',
  restoreProject: 'brings back what the account had',
  openDeviceLogin: 'shows what a login asks for, and approves nothing',
  denyDeviceLogin: 'keeps a device out',
  countVariables: 'reads',
  findVariables: 'reads',
  checkLimit: 'reads',
  refreshSubscription: 'reads what the provider has',
  openInvoice: 'reads',
  answerSandboxCheckout: 'the page of a provider, reached through a confirmed call; in test mode only',
  actInSandboxPortal: 'the page of a provider, reached through a confirmed call; in test mode only',
  previewJob: 'counts',
  previewUserAct: 'counts',
  verifyAudit: 'reads',
  testPaymentProvider: 'asks the provider, and changes nothing',
  openUserInvoice: 'reads',
  verifyBackup: 'reads the backup, and changes nothing in it',
}

const signedIn = everyEndpoint.filter(({ audience }) => ['session', 'user', 'operator'].includes(audience))
const named = (calls: readonly Endpoint[]) => calls.map(({ name }) => name).toSorted()

test.each(always)('%s always needs a proof of identity', (name) => {
  expect(everyEndpoint.find((call) => call.name === name)?.stepUp).toBe('always')
})

test('these calls need one unless the vault is open', () => {
  expect(named(everyEndpoint.filter(({ stepUp }) => stepUp === 'unless-unlocked'))).toEqual(
    unlessUnlocked.toSorted(),
  )
})

test('every other call that writes needs the vault, or is listed with the reason why not', () => {
  const open = signedIn.filter(({ method, stepUp, vault }) => method !== 'GET' && !stepUp && !vault)
  expect(named(open)).toEqual(Object.keys(withoutProof).toSorted())
})

test('no operator’s call that writes goes without a proof, but for those listed', () => {
  const writing = everyEndpoint.filter(({ audience, method }) => audience === 'operator' && method !== 'GET')
  expect(named(writing.filter(({ name, stepUp }) => stepUp !== 'always' && !withoutProof[name]))).toEqual([])
})

test.each(['whileSuspended', 'whilePending'] as const)(
  'a call that is open %s can be given its proof',
  (state) => {
    const isProof = ({ name }: Endpoint) => / the proof$/.test(withoutProof[name] ?? '')
    const needsProof = everyEndpoint.some((call) => call[state] && call.stepUp)
    const closed = everyEndpoint.filter((call) => isProof(call) && !call[state])
    expect(needsProof ? named(closed) : []).toEqual([])
  },
)
