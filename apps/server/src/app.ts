/** The whole application on one page: who may call, every slice's routes, and what else is served. */
import { version } from './config/version.ts'
import type { Context } from './context.ts'
import { createFaults, type Faults } from './db/faults.ts'
import { readinessChecks } from './db/marks/check-recording.ts'
import { createNewestUsage, type NewestUsage } from './db/marks/stored-heads.ts'
import * as account from './features/accounts/account.ts'
import * as delayedChanges from './features/accounts/delayed/delayed-changes.ts'
import * as emailChange from './features/accounts/email/email-change.ts'
import * as emailVerification from './features/accounts/email/email-verification.ts'
import * as totp from './features/accounts/factors/totp.ts'
import * as masterPassword from './features/accounts/keyring/master-password.ts'
import * as passkeyUnlock from './features/accounts/keyring/passkey-unlock.ts'
import * as recovery from './features/accounts/keyring/recovery.ts'
import * as passwordReset from './features/accounts/mailed-links/password-reset.ts'
import * as protection from './features/accounts/mailed-links/protection.ts'
import * as providerLink from './features/accounts/oidc/provider-link.ts'
import * as providerSignIn from './features/accounts/oidc/provider-sign-in.ts'
import * as passkeys from './features/accounts/passkeys/passkeys.ts'
import * as accountInvitations from './features/accounts/register/account-invitations.ts'
import * as registration from './features/accounts/register/register.ts'
import * as secondFactor from './features/accounts/second-factor/second-factor.ts'
import * as signIn from './features/accounts/sign-in/sign-in.ts'
import * as stepUp from './features/accounts/step-up/step-up.ts'
import * as activity from './features/activity/activity.ts'
import * as activityExports from './features/activity/activity-exports.ts'
import * as projectLog from './features/activity/download-project-log.ts'
import * as exposure from './features/activity/exposure/exposure.ts'
import * as activityLines from './features/activity/lines/lines.ts'
import * as auditHeads from './features/activity/read-audit-heads.ts'
import * as apiKeyUsage from './features/api-keys/api-key-usage.ts'
import * as apiKeys from './features/api-keys/api-keys.ts'
import * as updateApiKey from './features/api-keys/update-api-key.ts'
import * as archivedProjects from './features/archive/archived-projects.ts'
import * as deletedProjects from './features/archive/deleted-projects.ts'
import * as exchange from './features/archive/exchange-projects.ts'
import * as compliance from './features/archive/phase/compliance.ts'
import { readGraceOutcome } from './features/archive/phase/grace-outcome.ts'
import * as retainPeople from './features/archive/phase/retain-people.ts'
import { updatePhase } from './features/archive/phase/update-phase.ts'
import { recordTampering } from './features/audit-log/activity-recorder.ts'
import * as startCheckout from './features/billing/checkout/start-checkout.ts'
import * as planChange from './features/billing/plan-change/plan-change.ts'
import * as sandbox from './features/billing/sandbox/sandbox.ts'
import * as billingStatus from './features/billing/status.ts'
import { mailHeldBack } from './features/billing/subscriptions/apply-consequences.ts'
import * as subscriptions from './features/billing/subscriptions/subscriptions.ts'
import * as webhooks from './features/billing/webhooks/webhooks.ts'
import * as acceptInvitation from './features/collaborators/accept-invitation.ts'
import * as collaborators from './features/collaborators/collaborators.ts'
import * as invitations from './features/collaborators/invitations.ts'
import * as inviteCollaborator from './features/collaborators/invite-collaborator.ts'
import * as acceptTransfer from './features/collaborators/transfer/accept-transfer.ts'
import * as transfers from './features/collaborators/transfer/transfers.ts'
import * as contact from './features/contact/send-contact-message.ts'
import * as awaitVersion from './features/environments/await-version.ts'
import * as environments from './features/environments/environments.ts'
import * as formerNames from './features/environments/former-names.ts'
import { makeRoomForProject } from './features/environments/make-room.ts'
import * as exports from './features/export/exports.ts'
import * as rekeyEnvironments from './features/grants/rekey-environments.ts'
import * as returnEnvironments from './features/grants/return-environments.ts'
import * as inject from './features/inject/inject.ts'
import { opensVault } from './features/keyring/unlock.ts'
import { operatorRoutes } from './features/operator/operator-area.ts'
import * as deviceLogin from './features/personal-tokens/device-login.ts'
import * as personalTokens from './features/personal-tokens/personal-tokens.ts'
import * as awaitAccess from './features/projects/await-access.ts'
import * as projects from './features/projects/projects.ts'
import * as sessions from './features/sessions/sessions.ts'
import { type Argon2Limiter, createArgon2Limiter } from './features/users/argon2-limiter.ts'
import * as findSameValues from './features/variables/find/find-same-values.ts'
import * as findVariables from './features/variables/find/find-variables.ts'
import * as importVariables from './features/variables/import-variables.ts'
import * as readVariables from './features/variables/read-variables.ts'
import * as readVariablesByName from './features/variables/read-variables-by-name.ts'
import * as variables from './features/variables/variables.ts'
import * as versions from './features/variables/versions.ts'
import { createDrain, type Drain } from './http/drain.ts'
import { type HttpServer, openServer } from './http/open-server.ts'
import type { Route } from './http/route.ts'
import { healthRoutes } from './http/served/health-routes.ts'
import { createReadiness } from './http/served/readiness.ts'
import { Turns } from './http/turns/turns.ts'
import { routesOf } from './http/verb.ts'
import { measuresOf } from './instance/measures.ts'
import { createProcessState } from './instance/process-state.ts'
import { servedBy } from './instance/serve-app.ts'

interface AppDeps {
  readonly drain: Pick<Drain, 'isDraining'>
  /** Of the stored data. */
  readonly faults: Faults
  readonly newestUsage: NewestUsage
  /** Tests pass their own, for machines on which an Argon2id run takes seconds. */
  readonly limiter: Argon2Limiter
  /** Tests of races pass their own, in which nobody waits. */
  readonly turns: Turns
}

export interface App {
  readonly server: HttpServer
  /** Starts what the server does without a call that waits for it. */
  readonly startWork: () => void
}

export function buildApp(
  ctx: Context,
  {
    drain = createDrain(),
    faults = createFaults(),
    newestUsage = createNewestUsage(),
    limiter = createArgon2Limiter(),
    turns = new Turns(),
  }: Partial<AppDeps> = {},
): App {
  const { config, log } = ctx
  const state = createProcessState(ctx, { limiter, newestUsage, faults })
  const { recorder, keyring } = state
  const readiness = createReadiness(readinessChecks(ctx, faults))
  const routes = [...healthRoutes(readiness, drain, version), ...routesOfSlices(ctx, { ...state, turns })]
  const watch = { log, onTampered: recordTampering(recorder) }
  const served = servedBy(ctx, routes, {
    opensVault: opensVault({ ...ctx, keyring }),
    turns,
    measures: measuresOf(ctx, { state, readiness }),
    onAnswered: state.traces.onAnswered,
  })
  const server = openServer(config, watch, served, {
    isDraining: drain.isDraining,
    turns,
    onClosing: state.beginStop,
    onClosed: state.stop,
  })
  return { server, startWork: state.start }
}

/** Every slice, in the order of the ladder. */
function routesOfSlices(
  ctx: Context,
  state: ReturnType<typeof createProcessState> & Pick<AppDeps, 'turns'>,
): Route[] {
  // The phases of an account and its storage are to the right of its projects, and billing is to that of accounts.
  const world = { ...ctx, ...state, updatePhase, makeRoomForProject, readGraceOutcome, mailHeldBack }
  const { jobs, limiter, backups, unlocked } = state

  return [
    ...routesOf(world, sessions),
    ...routesOf(world, projects, awaitAccess),
    ...routesOf(world, archivedProjects, deletedProjects, exchange, compliance, retainPeople),
    ...routesOf(world, environments, formerNames, awaitVersion),
    ...routesOf(world, rekeyEnvironments, returnEnvironments),
    ...routesOf(world, collaborators, invitations, inviteCollaborator, acceptInvitation),
    ...routesOf(world, transfers, acceptTransfer),
    ...routesOf(world, variables, importVariables, readVariables, readVariablesByName, versions),
    ...routesOf(world, findVariables, findSameValues),
    ...routesOf(world, apiKeys, updateApiKey, apiKeyUsage),
    ...routesOf(world, personalTokens, deviceLogin),
    ...routesOf(
      world,
      registration,
      accountInvitations,
      signIn,
      secondFactor,
      stepUp,
      account,
      totp,
      passkeys,
    ),
    ...routesOf(world, emailVerification, emailChange, passwordReset, protection, delayedChanges),
    ...routesOf(world, providerSignIn, providerLink),
    ...routesOf(world, masterPassword, recovery, passkeyUnlock),
    ...routesOf(world, inject),
    ...routesOf(world, exports),
    ...routesOf(world, auditHeads, activity, activityLines, activityExports, projectLog, exposure),
    ...routesOf(world, billingStatus, subscriptions, planChange, startCheckout, webhooks, sandbox),
    ...routesOf(world, contact),
    // Operator code cannot reach the vault, so it gets what it needs and no more.
    ...operatorRoutes({ ...ctx, jobs, limiter, backups, unlocked }),
  ]
}
