import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Endpoint } from './endpoint.ts'
import { everyEndpoint } from './every-endpoint.ts'
import { createdIdPath, idempotencyKeyPattern, shownOnceOf } from './idempotency.ts'

/** POSTs that take no key, and why a retry needs none. */
const withoutKey: Readonly<Record<string, string>> = {
  register: 'nobody is known yet; the e-mail address makes it unique',
  login: 'a second session harms nobody, and the first expires',
  logout: 'a session that has ended stays ended',
  confirmPassword: 'it ends the session that could try again',
  setUpTotp: 'replaces a set-up that was not confirmed',
  confirmTotpSetUp: 'an app that is on stays on, and a code works once',
  signInWithTotp: 'a code works once, and so does the ticket',
  confirmTotp: 'a code works once',
  renewRecoveryCodes: 'it ends the session that could try again',
  signInWithRecoveryCode: 'a code works once, and so does the ticket',
  confirmRecoveryCode: 'a code works once',
  startProviderSignIn: 'a request that is not answered expires',
  finishProviderSignIn: 'a callback is used once',
  startProviderLink: 'a request that is not answered expires',
  finishProviderLink: 'a callback is used once',
  startProviderConfirmation: 'a request that is not answered expires',
  confirmWithProvider: 'a callback is used once',
  requestPasswordReset: 'the link of the newest mail replaces the others',
  openPasswordReset: 'changes nothing',
  resetPassword: 'a link is used once',
  openEmailChange: 'changes nothing',
  confirmEmailChange: 'a link is used once',
  openProtection: 'changes nothing',
  useProtection: 'doing it twice is harmless',
  startEmptyVault: 'an account has at most one',
  returnEnvironments: 'made to be called again',
  openAccountInvitation: 'changes nothing',
  inviteUser: 'the link of the newest mail replaces the others, and three a day are sent',
  previewUserAct: 'changes nothing',
  startUserAct: 'a preview starts one job',
  openVerification: 'changes nothing',
  verifyEmail: 'an address that is verified stays so',
  sendVerification: 'the link of the newest mail replaces the others',
  startPasskeySignIn: 'a challenge that is not used expires',
  signInWithPasskey: 'its challenge is used once',
  startPasskeySecondFactor: 'a challenge that is not used expires',
  completeWithPasskey: 'its challenge is used once',
  startPasskeyConfirmation: 'a challenge that is not used expires',
  confirmPasskey: 'it ends the session that could try again',
  startPasskeyRegistration: 'a challenge that is not used expires',
  registerPasskey: 'its challenge is used once, and a credential is registered once',
  startPasskeyUnlockSetUp: 'a challenge that is not used expires',
  startPasskeyUnlock: 'a challenge that is not used expires',
  unlockWithPasskey: 'its challenge is used once',
  validateMasterPassword: 'changes nothing',
  confirmRecoveryKey: 'a key that is checked stays so',
  rekeyEnvironments: 'made to be called again',
  openInvitation: 'changes nothing',
  countVariables: 'changes nothing',
  findVariables: 'changes nothing',
  findSameValues: 'changes nothing but the record of the read',
  startDeviceLogin: 'a login that nobody answers expires',
  pollDeviceLogin: 'its token is returned once',
  openDeviceLogin: 'opening it again replaces who may answer it',
  denyDeviceLogin: 'a login is answered once',
  startCheckout: 'replaces the account’s open checkout, and charges nothing',
  refreshSubscription: 'reads what the provider has',
  checkLimit: 'changes nothing',
  cancelSubscription: 'a subscription that is canceled stays so',
  changeSubscription: 'what a subscription has already is not charged again',
  resumeSubscription: 'a subscription that goes on stays so',
  archiveProject: 'an archived project is not archived again',
  archiveExcess: 'what is archived stays so',
  restoreDeletedProject: 'a restored project is not restored again',
  restoreUserProject: 'a restored project is not restored again',
  offerProjectTransfer: 'a project has one open transfer',
  acceptProjectTransfer: 'a transfer is accepted once',
  startUserTransfer: 'a project has one open transfer',
  exchangeProjects: 'the token of a restored project leads to nothing',
  restoreProject: 'a restored project is not restored again',
  openCustomerPortal: 'creates an address that expires',
  openInvoice: 'creates an address that expires',
  sendContactMessage: 'nobody is known; a message that arrives twice harms nobody',
  receiveWebhook: 'the id of the event makes it unique',
  answerSandboxCheckout: 'a checkout is paid once',
  approveUser: 'an approved account stays so',
  suspendUser: 'a suspended account stays so',
  unsuspendUser: 'a suspension ends once',
  startUserReset: 'a later link replaces an earlier one, and three an hour are sent',
  endUserSessions: 'a session ends once',
  removeUserFactors: 'one removal is under way at a time',
  actInSandboxPortal: 'plays what happens, for tests',
  createRole: 'its name makes it unique',
  createPlan: 'its name makes it unique',
  updatePaymentConfig: 'writing the same settings again changes nothing',
  testPaymentProvider: 'changes nothing',
  openUserInvoice: 'creates an address that expires',
  assignRole: 'a role that is assigned stays so',
  deactivateApiKey: 'a key that is deactivated stays so',
  previewJob: 'changes nothing',
  verifyAudit: 'one job runs at a time',
  stopJob: 'a job that is stopped stays so',
  resumeJob: 'a job that runs is not resumed',
  cleanUpExpired: 'a preview starts one job',
  restoreEligible: 'a preview starts one job',
  reapplyRevocations: 'a preview starts one job',
  dismissRevocations: 'an empty list stays empty',
  cleanUpOrphans: 'a preview starts one job',
  forceCleanup: 'a preview starts one job',
  cleanUpExpiredSubscriptions: 'a preview starts one job',
  sendTestMail: 'a second test mail does no harm',
  createBackup: 'one backup is made at a time',
  verifyBackup: 'changes nothing in the backup',
}

const posts = everyEndpoint.filter(({ method }) => method === 'POST')
const idempotent = everyEndpoint.filter(({ idempotency }) => idempotency)

test('every POST takes an Idempotency-Key, or is listed with the reason why not', () => {
  const keyed = posts.filter(({ idempotency }) => idempotency).map(({ name }) => name)
  expect([...keyed, ...Object.keys(withoutKey)].toSorted()).toEqual(posts.map(({ name }) => name).toSorted())
  const others = idempotent.filter(({ method }) => method !== 'POST')
  expect(others.map(({ name }) => name)).toEqual(['changeMasterPassword'])
})

const partAt = (call: Endpoint, path: string): z.ZodType | undefined => {
  let part: z.ZodType | undefined = call.output
  for (const name of path.split('.')) part = part instanceof z.ZodObject ? part.shape[name] : undefined
  return part
}

test.each(idempotent.map((call) => [call.name, call] as const))('%s can be answered again', (_, call) => {
  const { idempotency } = call
  expect(call.output, 'only JSON is stored').toBeDefined()
  expect(['session', 'user', 'operator']).toContain(call.audience)
  // An answer with a secret is never stored.
  const shownOnce = shownOnceOf(idempotency)
  if (call.secret) expect(shownOnce).toBeDefined()
  for (const path of [shownOnce?.secret, createdIdPath(idempotency)])
    if (path !== undefined) expect(partAt(call, path), path).toBeInstanceOf(z.ZodType)
})

test.each(['4f1c8e0a-2b7d-4a63-9d55-0c6f3e8b1a27', '"0123456789abcdef"', 'x'.repeat(128)])(
  '%j is a key',
  (key) => expect(key).toMatch(idempotencyKeyPattern),
)
