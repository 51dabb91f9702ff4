/** The whole application on one page: who may call, every slice's routes, and what else is served. */
import type { FastifyInstance } from 'fastify'
import type { Context } from './context.ts'
import { readinessChecks } from './db/readiness-checks.ts'
import { createDrain, type Drain } from './drain.ts'
import { accountRoutes } from './features/accounts/routes.ts'
import * as activity from './features/activity/activity.ts'
import * as activityExports from './features/activity/activity-exports.ts'
import { createListMemory } from './features/activity/activity-world.ts'
import * as projectLog from './features/activity/download-project-log.ts'
import * as auditHeads from './features/activity/read-audit-heads.ts'
import { apiKeyRoutes } from './features/api-keys/routes.ts'
import { updatePhase } from './features/archive/phase/update-phase.ts'
import { archiveRoutes } from './features/archive/routes.ts'
import { recordTampering } from './features/audit-log/record-tampering.ts'
import * as startCheckout from './features/billing/checkout/start-checkout.ts'
import * as sandbox from './features/billing/sandbox/sandbox.ts'
import * as billingStatus from './features/billing/status.ts'
import * as subscriptions from './features/billing/subscriptions/subscriptions.ts'
import * as webhooks from './features/billing/webhooks/webhooks.ts'
import { readInvitationProof } from './features/collaborators/invitation-of-link.ts'
import { collaboratorRoutes } from './features/collaborators/routes.ts'
import * as contact from './features/contact/send-contact-message.ts'
import { makeRoomForProject } from './features/environments/make-room.ts'
import { environmentRoutes } from './features/environments/routes.ts'
import { exportRoutes } from './features/export/routes.ts'
import { regrantToNewKey } from './features/grants/regrant-to-new-key.ts'
import { revokeAllGrants } from './features/grants/revoke-all-grants.ts'
import { grantRoutes } from './features/grants/routes.ts'
import { injectRoutes, plainRoute } from './features/inject/routes.ts'
import { createSingleFlight } from './features/inject/single-flight.ts'
import { opensVault } from './features/keyring/opens-vault.ts'
import { keyringRoutes } from './features/keyring/routes.ts'
import { hasUserKey } from './features/keyring/user-key-store.ts'
import { operatorRoutes } from './features/operator/operator-area.ts'
import { accountTokens } from './features/personal-tokens/account-tokens.ts'
import { personalTokenRoutes } from './features/personal-tokens/routes.ts'
import { projectRoutes } from './features/projects/routes.ts'
import { sessionRoutes } from './features/sessions/routes.ts'
import { type Argon2Limiter, createArgon2Limiter } from './features/users/argon2-limiter.ts'
import { variableRoutes } from './features/variables/routes.ts'
import { healthRoutes } from './http/health-routes.ts'
import { openServer } from './http/open-server.ts'
import type { Route } from './http/route.ts'
import { Turns } from './http/turns.ts'
import { routesOf } from './http/verb.ts'
import { createProcessState } from './process-state.ts'
import { serveApp } from './serve-app.ts'
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
  // Accounts and sessions ask the keyring and invitations, which stand to their right.
  const sessionDeps = {
    limiter,
    recorder,
    unlocked: ring.cache,
    readInvitationProof: readInvitationProof(ctx),
  }

  const routes: Route[] = [
    ...healthRoutes(readinessChecks(ctx), drain, version),
    // One line for each slice, in the order of the ladder.
    ...sessionRoutes(ctx, sessionDeps),
    ...accountRoutes(ctx, { ...sessionDeps, tokens: accountTokens, hasVault: hasUserKey }),
    // A new key pair needs its grants, which are to the right of the keyring.
    ...keyringRoutes(ctx, ring, regrantToNewKey),
    // The phases of an account are to the right of its projects.
    ...projectRoutes(ctx, { ring, updatePhase, makeRoomForProject }),
    ...archiveRoutes(ctx),
    ...environmentRoutes(ctx, ring, state.versions),
    ...grantRoutes(ctx, ring),
    ...collaboratorRoutes(ctx, ring),
    ...variableRoutes(ctx, { ring, recorder }),
    ...apiKeyRoutes(ctx, ring),
    ...personalTokenRoutes(ctx, ring),
    ...injectRoutes({ ...ctx, ...state, attempts: createSingleFlight(state.yieldTogether) }),
    ...exportRoutes(ctx, { ring, recorder }),
    ...routesOf(
      { ...ctx, recorder, memory: createListMemory() },
      auditHeads,
      activity,
      activityExports,
      projectLog,
    ),
    ...routesOf(
      { ...ctx, events: state.events },
      billingStatus,
      subscriptions,
      startCheckout,
      webhooks,
      sandbox,
    ),
    ...routesOf(ctx, contact),
    // Operator code cannot reach the vault, so what re-keys is passed in.
    ...operatorRoutes({
      ...ctx,
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
