/**
 * The whole application on one page: the few things a process holds beside its context, who may come in, every
 * slice's routes, and the work that comes round.
 */
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Context } from './context.ts'
import { readinessChecks } from './db/readiness-checks.ts'
import { createDrain, type Drain } from './drain.ts'
import { type Argon2Limiter, createArgon2Limiter } from './features/accounts/argon2-limiter.ts'
import { accountRoutes } from './features/accounts/routes.ts'
import { sweepAccounts } from './features/accounts/sweep-accounts.ts'
import { namesOfUsers } from './features/accounts/user-name-store.ts'
import { markApiKeysUsed, namesOfKeys } from './features/api-keys/api-key-store.ts'
import { apiKeyRoutes } from './features/api-keys/routes.ts'
import { sweepExpiringApiKeys } from './features/api-keys/sweep-expiring-api-keys.ts'
import { sweepUsageOfGoneKeys } from './features/api-keys/sweep-usage-of-gone-keys.ts'
import { createActivityRecorder } from './features/audit-log/activity-recorder.ts'
import { keepTallies } from './features/audit-log/keep-tallies.ts'
import { recordTampering } from './features/audit-log/record-tampering.ts'
import { reportHeads } from './features/audit-log/report-heads.ts'
import { auditLogRoutes } from './features/audit-log/routes.ts'
import { sweepUsage } from './features/audit-log/sweep-usage.ts'
import { createUsageRecorder } from './features/audit-log/usage-recorder.ts'
import { billingRoutes } from './features/billing/routes.ts'
import { environmentKeys } from './features/environments/environment-keys.ts'
import { leaveEnvironments } from './features/environments/leave-environments.ts'
import { resealForNewKey } from './features/environments/reseal-for-new-key.ts'
import { environmentRoutes } from './features/environments/routes.ts'
import { createSettleOwed } from './features/environments/settle-owed.ts'
import { createVersionWatch } from './features/environments/version-watch.ts'
import { injectRoutes } from './features/inject/routes.ts'
import { createSingleFlight } from './features/inject/single-flight.ts'
import { createEnvironmentKeyCache } from './features/keyring/environment-key-cache.ts'
import { createKeyring } from './features/keyring/keyring.ts'
import { keyringRoutes } from './features/keyring/routes.ts'
import { invitationProves } from './features/members/invitation-of-link.ts'
import { listPeopleOf } from './features/members/invitation-store.ts'
import { memberRoutes } from './features/members/routes.ts'
import { sweepInvitations } from './features/members/sweep-invitations.ts'
import { authenticatePersonalToken } from './features/personal-tokens/authenticate-personal-token.ts'
import { personalTokenRoutes } from './features/personal-tokens/routes.ts'
import { sweepPersonalTokens } from './features/personal-tokens/sweep-personal-tokens.ts'
import { requireProject } from './features/projects/project-access.ts'
import { namesOfOwned } from './features/projects/project-name-store.ts'
import { countOwnedProjects } from './features/projects/project-store.ts'
import { projectRoutes } from './features/projects/routes.ts'
import { listSharedProjects } from './features/projects/shared-project-store.ts'
import { sweepProjects } from './features/projects/sweep-projects.ts'
import { authenticateSession } from './features/sessions/authenticate-session.ts'
import { sessionRoutes } from './features/sessions/routes.ts'
import { sweepSessions } from './features/sessions/sweep-sessions.ts'
import { variableRoutes } from './features/variables/routes.ts'
import { createBodyMemory } from './http/body-memory.ts'
import { serveCliDownload } from './http/cli-download.ts'
import { healthRoutes } from './http/health-routes.ts'
import { serveMetrics } from './http/metrics.ts'
import { openServer } from './http/open-server.ts'
import { serveOpenApi } from './http/openapi-route.ts'
import { readToken } from './http/read-token.ts'
import type { Authenticate, Route } from './http/route.ts'
import { serve } from './http/serve.ts'
import { serveWebApp } from './http/web-app.ts'
import type { Sweep } from './jobs/sweeper.ts'
import { version } from './version.ts'

const webApp = join(import.meta.dirname, '../../web/dist')
const commandLine = join(import.meta.dirname, '../../cli/dist/download')

interface AppParts {
  readonly drain: Pick<Drain, 'isDraining'>
  /** Tests pass one of their own, for machines on which an Argon2id takes seconds. */
  readonly limiter: Argon2Limiter
}

export function buildApp(
  ctx: Context,
  { drain = createDrain(), limiter = createArgon2Limiter() }: Partial<AppParts> = {},
): FastifyInstance {
  const { config, log, mail } = ctx
  const recorder = createActivityRecorder(ctx)
  const ring = createKeyring(ctx, { limiter, recorder, settleOwed: createSettleOwed(ctx, recorder) })
  const keys = createEnvironmentKeyCache(ctx)
  const versions = createVersionWatch(ctx)
  const usage = createUsageRecorder(ctx, markApiKeysUsed)

  const authenticate: Authenticate = async (endpoint, { bearer, apiKey }) => {
    if (endpoint.audience === 'api-key') return { kind: 'api-key', presented: apiKey ?? bearer ?? '' }
    if (bearer?.startsWith('ppt_'))
      return await authenticatePersonalToken(ctx, endpoint, readToken(bearer, 'ppt'))
    return await authenticateSession(ctx, endpoint, readToken(bearer ?? '', 'ses'))
  }

  const routes: Route[] = [
    ...healthRoutes(readinessChecks(ctx), drain, version),
    // One line for each slice, in the order of the ladder.
    ...auditLogRoutes(ctx, {
      recorder,
      projectFor: (db, caller, id) => requireProject(ctx, db, caller, id, 'read'),
      owned: (db, userId) => namesOfOwned(ctx, db, userId),
      shared: async (db, userId) => (await listSharedProjects(ctx, db, userId)).map(({ project }) => project),
      people: namesOfUsers,
      keys: namesOfKeys,
    }),
    ...accountRoutes(ctx),
    ...sessionRoutes(ctx, {
      limiter,
      recorder,
      unlocked: ring.cache,
      invitationProves: invitationProves(ctx),
    }),
    ...keyringRoutes(ctx, ring, resealForNewKey(ctx)),
    ...billingRoutes(ctx, async (db, userId) => ({
      projects: await countOwnedProjects(db, userId),
      collaborators: (await listPeopleOf(db, userId, ctx.clock())).size,
    })),
    ...projectRoutes(ctx, ring),
    ...memberRoutes(ctx, { ring, keys: environmentKeys(ctx) }),
    ...environmentRoutes(ctx, ring, versions),
    ...variableRoutes(ctx, { ring, recorder }),
    ...apiKeyRoutes(ctx, ring),
    ...personalTokenRoutes(ctx, ring),
    ...injectRoutes(ctx, { usage, attempts: createSingleFlight(), keys }),
  ]

  const server = openServer(config, {
    log,
    onTampered: recordTampering(recorder),
  })
  const tidy = setInterval(() => {
    ring.cache.sweep()
    keys.sweep()
  }, 60_000).unref()
  server.addHook('preClose', async () => versions.close())
  const tallies = keepTallies(ctx)
  const heads = reportHeads(ctx)
  server.addHook('onClose', async () => {
    clearInterval(tidy)
    await usage.stop()
    await tallies.stop()
    await heads.stop()
  })
  const bodyMemory = createBodyMemory(config.bodyMemoryBytes)
  serve(server, routes, { authenticate, bodyMemory })
  serveOpenApi(server, { url: config.publicUrl, version })
  serveMetrics(server, config.metricsToken, [
    { name: 'envhold_mails_sent', help: 'Mails handed over since the start.', read: () => mail.counts.sent },
    { name: 'envhold_mails_failed', help: 'Attempts that failed.', read: () => mail.counts.failed },
    {
      name: 'envhold_request_body_bytes',
      help: 'What request bodies hold in memory.',
      read: () => bodyMemory.heldBytes,
    },
  ])
  serveCliDownload(server, commandLine)
  serveWebApp(server, webApp, log)
  return server
}

/** What is cleared away every hour. */
export const sweepsOf = (ctx: Context): Sweep[] => [
  { name: 'sessions', run: () => sweepSessions(ctx) },
  { name: 'personal-tokens', run: () => sweepPersonalTokens(ctx) },
  { name: 'usage', run: () => sweepUsage(ctx) },
  { name: 'usage-of-gone-keys', run: () => sweepUsageOfGoneKeys(ctx) },
  { name: 'projects', run: () => sweepProjects(ctx) },
  { name: 'invitations', run: () => sweepInvitations(ctx, environmentKeys(ctx)) },
  { name: 'accounts', run: () => sweepAccounts(ctx, (trx, { id }) => leaveEnvironments(ctx, trx, id)) },
  { name: 'expiring-api-keys', run: () => sweepExpiringApiKeys(ctx) },
]
