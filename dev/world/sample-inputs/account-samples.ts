// A valid input of each call about an account, what it pays and how it signs in. Where a mail, an authenticator, an
// identity provider or a payment has to come first, the input only has the right shape.

import { emptyVaultPhrase } from '@envhold/contract/accounts/account-security.ts'
import { listSessions } from '@envhold/contract/accounts/account-settings.ts'
import { deleteProject } from '@envhold/contract/projects/projects.ts'
import { newToken } from '@envhold/integrity/token.ts'
import { putInArchive } from '../put-in-archive.ts'
import { seedPersonalToken } from '../seed-project.ts'
import { signInAs } from '../sign-in-as.ts'
import { unique } from '../unique.ts'
import type { SampleWorld } from './sample-world.ts'
import type { SamplesOf } from './samples-of.ts'

type World = SampleWorld

const digest = 'A'.repeat(43)
const recoveryCode = '0000-0000-0000-0000'
const assertion = {
  id: 'AAAA',
  rawId: 'AAAA',
  type: 'public-key' as const,
  response: { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' },
}
const attestation = {
  ...assertion,
  response: { clientDataJSON: 'AAAA', attestationObject: 'AAAA' },
  clientExtensionResults: {},
}

const withPassword = ({ caller: { password } }: World) => ({ body: { password } })
const withMasterPassword = ({ caller }: World) => ({ body: { masterPassword: caller.masterPassword ?? '' } })
const mailed = () => ({ body: { token: newToken('eml').text } })
const ticket = () => newToken('mfa').text
const code = () => ({ body: { code: '000000' } })
const asserted = () => ({ body: { response: assertion } })
const passkey = () => ({ params: { id: 'AAAA' } })
const browser = () => ({ body: { browserHash: digest } })
const callback = () => ({ body: { params: `code=x&state=${digest}`, browserValue: digest } })
const sandboxPage = () => ({ params: { id: '0'.repeat(32) } })
const pageOf = ({ app }: World) => `${app.ctx.config.publicUrl}/subscription`

export const accountSamples = {
  register: () => ({ body: { email: `${unique('somebody')}@example.com`, password: 'sign-in password' } }),
  login: ({ caller: { email, password } }) => ({ body: { email, password } }),
  changePassword: ({ caller: { password } }) => ({
    body: { currentPassword: password, newPassword: password },
  }),
  updateProfile: () => ({ body: {} }),
  endSession: async ({ app, caller }) => {
    const { sessions } = await (await signInAs(app, caller)).call(listSessions, {})
    return { params: { id: sessions.find(({ current }) => current)?.id ?? '' } }
  },
  confirmPassword: withPassword,
  deleteAccount: withPassword,
  confirmTotpSetUp: code,
  signInWithTotp: () => ({ body: { ticket: ticket(), code: '000000' } }),
  confirmTotp: code,
  signInWithRecoveryCode: () => ({ body: { ticket: ticket(), code: recoveryCode } }),
  confirmRecoveryCode: () => ({ body: { code: recoveryCode } }),

  openVerification: mailed,
  verifyEmail: mailed,
  requestPasswordReset: () => ({ body: { email: 'nobody@example.com' } }),
  openAccountInvitation: mailed,
  openPasswordReset: mailed,
  resetPassword: () => ({ body: { ...mailed().body, newPassword: 'quite another sentence' } }),
  changeEmail: () => ({ body: { email: `${unique('address')}@example.com` } }),
  openEmailChange: mailed,
  confirmEmailChange: mailed,
  openProtection: () => ({ body: { token: 'not-me.1..x' } }),
  useProtection: () => ({ body: { token: 'not-me.1..x' } }),
  startEmptyVault: () => ({ body: { confirmation: emptyVaultPhrase } }),
  stopDelayedChange: () => ({ params: { id: 'a'.repeat(13) } }),

  startProviderSignIn: () => ({ body: { browserHash: digest, returnPath: '/dashboard' } }),
  finishProviderSignIn: callback,
  startProviderLink: browser,
  finishProviderLink: callback,
  startProviderConfirmation: browser,
  confirmWithProvider: callback,

  registerPasskey: () => ({ body: { response: attestation } }),
  renamePasskey: () => ({ ...passkey(), body: { name: 'Blue key' } }),
  deletePasskey: passkey,
  signInWithPasskey: asserted,
  startPasskeySecondFactor: () => ({ body: { ticket: ticket() } }),
  completeWithPasskey: () => ({ body: { ticket: ticket(), response: assertion } }),
  confirmPasskey: asserted,
  startPasskeyUnlockSetUp: passkey,
  setUpPasskeyUnlock: (w) => ({
    ...passkey(),
    body: { ...withMasterPassword(w).body, unlock: digest, response: assertion },
  }),
  unlockWithPasskey: asserted,

  setUpMasterPassword: () => ({ body: { masterPassword: 'master pässword' } }),
  validateMasterPassword: withMasterPassword,
  changeMasterPassword: ({ caller: { masterPassword = '' } }) => ({
    body: { currentMasterPassword: masterPassword, newMasterPassword: masterPassword },
  }),
  recoverMasterPassword: ({ caller: { masterPassword = '', recoveryKey = '' } }) => ({
    body: { recoveryKey, newMasterPassword: masterPassword },
  }),
  renewRecoveryKey: withMasterPassword,

  checkLimit: () => ({ body: { action: 'create_project' } }),
  startCheckout: (w) => ({
    body: { planId: 2, billingInterval: 'monthly', successUrl: pageOf(w), cancelUrl: pageOf(w) },
  }),
  cancelSubscription: () => ({ body: { subscriptionId: 1, reason: 'too_expensive' } }),
  previewSubscriptionChange: () => ({
    params: { id: 1 },
    query: { planId: 2, billingInterval: 'yearly' },
  }),
  changeSubscription: () => ({
    params: { id: 1 },
    body: { planId: 2, billingInterval: 'yearly', dueNow: 0, previewedAt: '2027-01-01T00:00:00.000Z' },
  }),
  cancelPlannedChange: () => ({ params: { id: 1 } }),
  resumeSubscription: () => ({ body: { subscriptionId: 1 } }),
  openCustomerPortal: (w) => ({ body: { returnUrl: pageOf(w) } }),
  openInvoice: () => ({ params: { id: 1 } }),
  receiveWebhook: () => ({ params: { provider: 'sandbox' } }),
  readSandboxCheckout: sandboxPage,
  answerSandboxCheckout: () => ({ ...sandboxPage(), body: { answer: 'pay' } }),
  readSandboxPortal: sandboxPage,
  actInSandboxPortal: () => ({ ...sandboxPage(), body: { action: 'renew' } }),
  readSandboxInvoice: sandboxPage,
  retainProjects: () => ({ body: { projects: [] } }),
  retainPeople: () => ({ body: { people: [] } }),
  archiveExcess: () => ({ body: { reason: 'grace_period_manual', keep: [] } }),
  restoreProject: async (w) => {
    const { restore_token } = await putInArchive(w.app, w.owner, await w.newProject())
    return { params: { restoreToken: restore_token } }
  },
  exchangeProjects: async (w) => {
    const { restore_token } = await putInArchive(w.app, w.owner, await w.newProject())
    return { body: { restoreToken: restore_token, archive: await w.newProject() } }
  },
  restoreDeletedProject: async (w) => {
    const id = await w.newProject()
    await w.owner.client.call(deleteProject, { params: { id } })
    return { params: { id } }
  },

  openInvitation: async (w) => ({ body: { secret: (await w.invited()).secret } }),
  acceptInvitation: async (w) => {
    const { token, secret } = await w.invited()
    return { params: { token }, body: { secret } }
  },
  declineInvitation: async (w) => ({ params: { token: (await w.invited()).token } }),

  createPersonalToken: () => ({ body: { name: 'Laptop', permissions: ['read_variables'] } }),
  revokePersonalToken: async (w) => ({ params: { id: (await seedPersonalToken(w.owner)).id } }),
  startDeviceLogin: () => ({ body: { device_name: 'laptop', client: 'envhold' } }),
  pollDeviceLogin: () => ({ body: { device_code: newToken('dvc').text } }),
  openDeviceLogin: () => ({ body: { user_code: 'BBBB-BBBB' } }),
  approveDeviceLogin: () => ({ body: { review: digest } }),
  denyDeviceLogin: () => ({ body: { review: digest } }),
  // With the field that only programs fill in: it is discarded, and no limit of an address ends the test.
  sendContactMessage: () => ({
    body: { name: 'A', email: 'a@example.com', subject: 'S', message: 'M', website: 'https://example.com' },
  }),
} satisfies Partial<SamplesOf<World>>
