// A database that must verify: every table filled, and every way in which access is granted and revoked.

import { emptyVaultPhrase, startEmptyVault } from '@envhold/contract/accounts/account-security.ts'
import { changeEmail } from '@envhold/contract/accounts/mailed-links.ts'
import { deleteApiKey } from '@envhold/contract/api-keys.ts'
import { removeCollaborator } from '@envhold/contract/collaborators/collaborators.ts'
import { deleteEnvironment, updateEnvironment } from '@envhold/contract/environments/environments.ts'
import { changeMasterPassword } from '@envhold/contract/keyring/keyring.ts'
import {
  approveDeviceLogin,
  openDeviceLogin,
  startDeviceLogin,
} from '@envhold/contract/personal-tokens/device-login.ts'
import { revokePersonalToken } from '@envhold/contract/personal-tokens/personal-tokens.ts'
import { deleteProject } from '@envhold/contract/projects/projects.ts'
import { createVariable } from '@envhold/contract/variables/variables.ts'
import { inTransaction } from '../../apps/server/src/db/transaction.ts'
import { startFactorRemoval } from '../../apps/server/src/features/accounts/delayed/delay-change.ts'
import { sweepAccounts } from '../../apps/server/src/features/accounts/delete-permanently.ts'
import { insertIdentity, insertOidcRequest } from '../../apps/server/src/features/accounts/oidc/oidc-store.ts'
import { accountInvitationRows } from '../../apps/server/src/features/accounts/register/account-invitation-store.ts'
import { sweepErasures } from '../../apps/server/src/features/activity/erasing/sweep-erasures.ts'
import { trimUsage } from '../../apps/server/src/features/audit-log/trim-usage.ts'
import { transact } from '../../apps/server/src/features/audit-log/tx.ts'
import { writeRoot } from '../../apps/server/src/features/audit-log/write-root.ts'
import { transferRows } from '../../apps/server/src/features/collaborators/transfer/transfer-store.ts'
import { noticeRows } from '../../apps/server/src/features/operator/instance-health/health-notice-store.ts'
import {
  setAnnouncement,
  setSignUps,
} from '../../apps/server/src/features/operator/instance-settings/set-settings.ts'
import { planLimits } from '../../apps/server/src/features/operator/plans/planned-limits.ts'
import { priceChangeRows } from '../../apps/server/src/features/operator/plans/price-changes.ts'
import { recordOperatorAction } from '../../apps/server/src/features/operator/users/operator-action-store.ts'
import { grantedPlanRows } from '../../apps/server/src/features/plans/granted-plan-store.ts'
import { setPrice } from '../../apps/server/src/features/plans/plan-price-store.ts'
import { eraseUsage } from '../../apps/server/src/features/usage/erase-usage.ts'
import { changeUser, findUser } from '../../apps/server/src/features/users/user-store.ts'
import { dayIn } from '../../apps/server/src/features/variables/due-days/due-reminder.ts'
import { updateProviderSettings } from '../../apps/server/src/payments/settings/payment-settings.ts'
import { addPasskey, letPasskeyUnlock } from './add-passkey.ts'
import { addPerson } from './add-person.ts'
import { headersOf, type TestApp } from './app-for-tests.ts'
import { setUpProvider } from './identity-provider/at-provider.ts'
import { putInArchive, setHeld } from './put-in-archive.ts'
import { seedApiKey, seedPersonalToken, seedProject } from './seed-project.ts'
import { accept, invite, markEmailVerified, shareProject } from './share-project.ts'
import type { Person } from './sign-up.ts'
import { subscribe } from './subscribe.ts'
import { signUpWithTotp, ticketOf } from './with-totp.ts'

export interface EveryTable {
  readonly owner: Person
  readonly member: Person
  readonly projectId: number
  /** With four versions and a second epoch, shared with `member`. */
  readonly environmentId: number
  /** Active, for every environment. */
  readonly keyId: string
}

export async function seedEveryTable(app: TestApp): Promise<EveryTable> {
  const owner = await addPerson(app)
  const { project, environments } = await seedProject(owner, 'production', 'staging', 'gone')
  const [id = 0, staging = 0, gone = 0] = environments.map((environment) => environment.id)
  const projectId = project.id
  const params = { id: projectId }
  const marks = { name: 'stage', color: 'brown', protected: true } as const
  await owner.client.call(updateEnvironment, { params: { id: staging }, body: marks })
  const both = { environments: [id, staging] }
  const dueDays = ['9999-12-31', dayIn(1, app.ctx.clock()), '9999-12-31', '']
  for (const [index, due] of dueDays.entries())
    await owner.client.call(createVariable, {
      params: { id },
      body: { key: 'ABCD'.charAt(index), value: 'x', due },
    })
  const key = await seedApiKey(owner, projectId)
  await seedApiKey(owner, projectId, { environment_access: [String(id)], allowed_ips: ['10.0.0.0/8'] })
  await seedPersonalToken(owner)
  await subscribe(app, owner)
  const call = (apiKey: string) =>
    app.fetch(`/api/v1/inject/${projectId}/production`, { headers: headersOf({ apiKey }) })

  const careful = await signUpWithTotp(app)
  await ticketOf(app, careful)

  const [member, leaked] = [await addPerson(app), await addPerson(app)]
  await seedPersonalToken(member)
  for (const person of [member, leaked]) await shareProject(app, owner, projectId, person, both)
  await leaked.client.call(changeMasterPassword, {
    body: {
      currentMasterPassword: leaked.masterPassword ?? '',
      newMasterPassword: 'another one',
      leaked: true,
    },
  })
  const removed = await addPerson(app)
  await shareProject(app, owner, projectId, removed, both)
  await owner.client.call(removeCollaborator, { params: { ...params, userId: removed.userId } })

  // Sealed to a link and accepted without it; then invitations that are pending, to a link and to an account.
  const early = { email: 'early@example.com' }
  const offer = await invite(app, owner, projectId, early.email, { environments: [staging] })
  const waiting = await addPerson(app, early)
  await markEmailVerified(app, waiting)
  await accept(waiting, { token: offer.token })
  await invite(app, owner, projectId, 'nobody-yet@example.com', { environments: [staging] })
  const account = await addPerson(app)
  await markEmailVerified(app, account)
  await invite(app, owner, projectId, account.email, { environments: [staging] })

  // Revoked while no vault is unlocked: what remains waits for a new key.
  const locked = app.as({ token: owner.token })
  const last = await addPerson(app)
  await shareProject(app, owner, projectId, last, { environments: [staging] })
  await locked.call(removeCollaborator, { params: { ...params, userId: last.userId } })
  const token = await seedPersonalToken(member)
  await app.as({ token: member.token }).call(revokePersonalToken, { params: { id: token.id } })

  await owner.client.call(deleteEnvironment, { params: { projectId, envId: gone } })
  const other = await seedProject(owner, 'other')
  await owner.client.call(deleteProject, { params: { id: other.project.id } })

  // In the archive; and people whose access is paused, one of whom is only invited.
  const away = await seedProject(owner, 'away')
  await putInArchive(app, owner, away.project.id)
  for (const paused of [waiting, account]) await setHeld(app, owner, paused, true)

  // Usage that was trimmed at its start and erased in the middle.
  const old = await seedApiKey(owner, projectId)
  for (const apiKey of [key.apiKey, old.apiKey, key.apiKey, old.apiKey, key.apiKey]) await call(apiKey)
  await inTransaction(app.ctx, (tx) => trimUsage(tx, projectId, app.ctx.clock() + 1, 2))
  await owner.client.call(deleteApiKey, { params: { ...params, keyId: old.id } })
  await eraseUsage(app.ctx, { projectId, apiKeyId: old.id })
  // The mails about this key stay in the queue.
  const spare = await seedApiKey(owner, projectId)
  await inTransaction(app.ctx, async (tx) => {
    for (const ref of ['price_former', 'price_monthly'])
      await setPrice(tx, { plan: 'pro', interval: 'monthly', provider: 'stripe' }, ref)
    await updateProviderSettings(tx, 'stripe', { apiKey: 'sk_test_of_every_table' })
  })
  await seedProvider(app, owner)
  await seedDeviceLogins(app, owner)
  await deleteForGood(app, await addPerson(app), owner, { projectId, environments: [staging] })
  // Its session ends, so it comes last.
  const holder = await addPerson(app)
  await letPasskeyUnlock(await addPasskey(app, holder))
  // A change of address that waits, and changes that take effect later.
  await last.client.call(changeEmail, { body: { email: 'another-address@example.com' } })
  await last.client.call(startEmptyVault, { body: { confirmation: emptyVaultPhrase } })
  await addPasskey(app, last)
  await transact(app.ctx, { userId: null, origin: null }, (tx) =>
    startFactorRemoval(tx, { id: last.userId }, 'Lost the phone'),
  )
  await transact(app.ctx, { userId: owner.userId, origin: null }, async (tx) => {
    await setAnnouncement(tx, { text: 'Upgrade on Sunday', level: 'info', until: null })
    await setSignUps(tx, 'open')
    await transferRows.insert(tx, {
      project_id: projectId,
      from_id: owner.userId,
      to_id: member.userId,
      operator_id: null,
      remaining_role: 'write',
      created_at: app.ctx.clock(),
      opens_at: app.ctx.clock(),
      expires_at: app.ctx.clock() + 7 * 86_400_000,
      announced: 1,
    })
    const notice = { id: 'disk_low', kind: 'disk_low', subject: null, since: null, missing_at: null }
    const opened_at = app.ctx.clock()
    await noticeRows.insert(tx, { ...notice, opened_at, webhook_event: '' })
    const limit = { plan: 'pro', maxProjects: 9, maxCollaborators: -1 }
    await grantedPlanRows.insert(tx, {
      created_at: opened_at,
      reason: 'A gift',
      user_id: member.userId,
      plan: 'starter',
      granted_by: owner.userId,
      ends_at: opened_at + 30 * 86_400_000,
    })
    await accountInvitationRows.insert(tx, {
      id: 'invited',
      email_canonical: 'invited@example.com',
      auth_hash: new Uint8Array(32).fill(7),
      invited_by: owner.userId,
      created_at: opened_at,
      expires_at: opened_at + 7 * 86_400_000,
    })
    await planLimits(tx, limit, { reason: 'Too many', notice_days: 14 })
    await tx.db.insertInto('limit_notices').values({ plan: 'pro', user_id: member.userId }).execute()
    await priceChangeRows.insert(tx, {
      plan: 'pro',
      billing_interval: 'monthly',
      old_price: 500,
      price: 600,
      created_at: opened_at,
      applies_at: opened_at,
      mailed_to: 0,
      announced_at: null,
    })
  })
  await transact(app.ctx, { userId: null, origin: null }, (tx) =>
    recordOperatorAction(tx, {
      userId: last.userId,
      act: 'remove_factors',
      reason: 'Lost the phone',
      details: {},
    }),
  )
  await writeRoot(app.ctx)
  return { owner, member, projectId, environmentId: id, keyId: spare.id }
}

/** Logins of the command line: one that nobody opened, and one that is approved and not yet collected. */
async function seedDeviceLogins(app: TestApp, { client }: Person): Promise<void> {
  const body = { device_name: 'laptop', client: 'envhold' }
  await app.as().call(startDeviceLogin, { body })
  const { user_code } = await app.as().call(startDeviceLogin, { body })
  const { review } = await client.call(openDeviceLogin, { body: { user_code } })
  await client.call(approveDeviceLogin, { body: { review } })
}

/** An identity provider, an account that is linked to it, and a sign-in in progress. */
async function seedProvider(app: TestApp, { userId }: Person): Promise<void> {
  const issuer = 'https://id.example.com'
  await setUpProvider(app, {
    issuer,
    clientId: 'envhold',
    clientSecret: 'secret of every table'.replaceAll(' ', '-'),
  })
  await transact(app.ctx, { userId, origin: null }, async (tx) => {
    await insertIdentity(tx, { issuer, subject: 'a/b', user_id: userId, email: 'someone@example.com' })
    tx.record({ type: 'oidc_linked', severity: 'medium', description: 'Linked the account to a provider' })
  })
  const now = app.ctx.clock()
  await insertOidcRequest(app.ctx, {
    id: 'f'.repeat(64),
    browser_hash: Buffer.alloc(32, 1),
    nonce: 'nonce',
    sealed_verifier: Buffer.alloc(64, 2),
    purpose: 'sign-in',
    user_id: null,
    session_id: null,
    return_path: '/dashboard',
    created_at: now,
    expires_at: now + 600_000,
  })
}

/** Deletes a collaborator's account as after its 30 days, and erases it from the activity. */
async function deleteForGood(
  app: TestApp,
  person: Person,
  owner: Person,
  { projectId, environments }: { readonly projectId: number; readonly environments: readonly number[] },
): Promise<void> {
  await shareProject(app, owner, projectId, person, { environments })
  await inTransaction(app.ctx, async (tx) => {
    const user = await findUser(tx, person.userId)
    if (user) await changeUser(tx, user, { status: 'INACTIVE', deleted_at: 1 })
  })
  await sweepAccounts(app.ctx)
  await sweepErasures(app.ctx)
}
