/** The whole application on one page: who may call, every slice's routes, and what else is served. */
import type { FastifyInstance } from 'fastify'
import type { Context } from './context.ts'
import { readinessChecks } from './db/readiness-checks.ts'
import { createDrain, type Drain } from './drain.ts'
import * as account from './features/accounts/account.ts'
import * as delayedChanges from './features/accounts/delayed/delayed-changes.ts'
import * as emailChange from './features/accounts/email/email-change.ts'
import * as emailVerification from './features/accounts/email/email-verification.ts'
import * as totp from './features/accounts/factors/totp.ts'
import * as passwordReset from './features/accounts/mailed-links/password-reset.ts'
import * as protection from './features/accounts/mailed-links/protection.ts'
import * as providerLink from './features/accounts/oidc/provider-link.ts'
import * as providerSignIn from './features/accounts/oidc/provider-sign-in.ts'
import * as passkeys from './features/accounts/passkeys/passkeys.ts'
import * as registration from './features/accounts/register/register.ts'
import * as secondFactor from './features/accounts/second-factor/second-factor.ts'
import * as signIn from './features/accounts/sign-in/sign-in.ts'
import * as stepUp from './features/accounts/step-up/step-up.ts'
import { createWorkAfterAnswer } from './features/accounts/work-after-answer.ts'
import { activityRoutes } from './features/activity/routes.ts'
import { apiKeyRoutes } from './features/api-keys/routes.ts'
import { updatePhase } from './features/archive/phase/update-phase.ts'
import { archiveRoutes } from './features/archive/routes.ts'
import { recordTampering } from './features/audit-log/record-tampering.ts'
import { billingRoutes } from './features/billing/routes.ts'
import { readInvitationProof } from './features/collaborators/invitation-of-link.ts'
import { collaboratorRoutes } from './features/collaborators/routes.ts'
import { contactRoutes } from './features/contact/routes.ts'
import { makeRoomForProject } from './features/environments/make-room.ts'
import { environmentRoutes } from './features/environments/routes.ts'
import { exportRoutes } from './features/export/routes.ts'
import { regrantToNewKey } from './features/grants/regrant-to-new-key.ts'
import { revokeAllGrants } from './features/grants/revoke-all-grants.ts'
import { grantRoutes } from './features/grants/routes.ts'
import { injectRoutes, plainRoute } from './features/inject/routes.ts'
import { createSingleFlight } from './features/inject/single-flight.ts'
import * as emptyVault from './features/keyring/empty-vault.ts'
import * as masterPassword from './features/keyring/master-password.ts'
import * as passkeyUnlock from './features/keyring/passkey-unlock/passkey-unlock.ts'
import * as recovery from './features/keyring/recovery.ts'
import { opensVault } from './features/keyring/unlock.ts'
import { operatorRoutes } from './features/operator/routes.ts'
import { accountTokens } from './features/personal-tokens/account-tokens.ts'
import * as deviceLogin from './features/personal-tokens/device-login/device-login.ts'
import * as deviceLoginReview from './features/personal-tokens/device-login/device-login-review.ts'
import * as personalTokens from './features/personal-tokens/personal-tokens.ts'
import { projectRoutes } from './features/projects/routes.ts'
import * as sessions from './features/sessions/sessions.ts'
import { type Argon2Limiter, createArgon2Limiter } from './features/users/argon2-limiter.ts'
import { variableRoutes } from './features/variables/routes.ts'
import { healthRoutes } from './http/health-routes.ts'
import { openServer } from './http/open-server.ts'
import type { Route } from './http/route.ts'
import { Turns } from './http/turns.ts'
import { routesOf } from './http/verb.ts'
import { createProcessState } from './process-state.ts'
import { serveApp } from './serve-app.ts'
import { createProviderCache } from './sign-in-provider/provider-cache.ts'
import { version } from './version.ts'

interface AppDeps {
  readonly drain: Pick<Drain, 'isDraining'>
  /** Tests pass their own, for machines on which an Argon2id run takes seconds. */
  readonly limiter: Argon2Limiter
  /** Tests of races pass their own, in which nobody waits. */
  readonly turns: Turns
  /** False: every call takes the full path, for tests that compare both. */
  readonly plainFront: boolean
}

export function buildApp(
  ctx: Context,
  {
    drain = createDrain(),
    limiter = createArgon2Limiter(),
    turns = new Turns(),
    plainFront = true,
  }: Partial<AppDeps> = {},
): FastifyInstance {
  const { config, log } = ctx
  const state = createProcessState(ctx, limiter)
  const { recorder, ring } = state
  // Accounts ask invitations and personal tokens, which stand to their right.
  const accounts = {
    ...ctx,
    limiter,
    recorder,
    unlocked: ring.cache,
    providers: createProviderCache(ctx),
    afterAnswer: createWorkAfterAnswer(ctx),
    readInvitationProof: readInvitationProof(ctx),
    tokens: accountTokens,
  }

  const routes: Route[] = [
    ...healthRoutes(readinessChecks(ctx), drain, version),
    // One line for each slice, in the order of the ladder.
    ...routesOf(accounts, sessions),
    ...routesOf(accounts, registration, signIn, secondFactor, stepUp, account, totp, passkeys),
    ...routesOf(accounts, emailVerification, emailChange, passwordReset, protection, delayedChanges),
    ...routesOf(accounts, providerSignIn, providerLink),
    // A new key pair needs its grants, which are to the right of the keyring.
    ...routesOf({ ctx, ring, regrant: regrantToNewKey }, masterPassword, recovery, passkeyUnlock, emptyVault),
    // The phases of an account are to the right of its projects.
    ...projectRoutes(ctx, { ring, updatePhase, makeRoomForProject }),
    ...archiveRoutes(ctx),
    ...environmentRoutes(ctx, ring, state.versions),
    ...grantRoutes(ctx, ring),
    ...collaboratorRoutes(ctx, ring),
    ...variableRoutes(ctx, { ring, recorder }),
    ...apiKeyRoutes(ctx, ring),
    ...routesOf({ ctx, ring }, personalTokens, deviceLoginReview),
    ...routesOf(ctx, deviceLogin),
    ...injectRoutes({ ...ctx, ...state, attempts: createSingleFlight(state.yieldTogether) }),
    ...exportRoutes(ctx, { ring, recorder }),
    ...activityRoutes(ctx, recorder),
    ...billingRoutes(ctx, state.events),
    ...contactRoutes(ctx),
    // Operator code cannot reach the vault, so what re-keys is passed in.
    ...operatorRoutes(ctx, {
      jobs: state.jobs,
      limiter,
      backups: state.backups,
      revokeAllGrants,
      dropUnlocked: (userId) => ring.cache.dropUser(userId),
      updatePhase,
    }),
  ]

  const watch = { log, onTampered: recordTampering(recorder) }
  const server = openServer(config, watch, {
    plain: plainFront ? plainRoute(routes) : undefined,
    isDraining: drain.isDraining,
    turns,
  })
  server.addHook('preClose', async () => state.versions.close())
  server.addHook('onClose', state.stop)
  serveApp(ctx, server, routes, { opensVault: opensVault(ctx, ring), turns })
  return server
}
