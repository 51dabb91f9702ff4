/** The operator area. Nothing here can reach the vault: what needs it is passed in by `app.ts`. */
import type { Context } from '../../context.ts'
import type { Route } from '../../http/route.ts'
import { routesOf } from '../../http/verb.ts'
import type { Argon2Limiter } from '../users/argon2-limiter.ts'
import * as apiKeys from './api-keys/every-api-key.ts'
import { auditRoutes } from './audit/routes.ts'
import type { BackupRunner } from './backups/backup-runner.ts'
import { backupRoutes } from './backups/routes.ts'
import * as compliance from './compliance/compliance.ts'
import { instanceHealthRoutes } from './instance-health/routes.ts'
import * as announcement from './instance-settings/announcement.ts'
import * as instanceSettings from './instance-settings/instance-settings.ts'
import type { JobRunner } from './jobs/job-runner.ts'
import { jobRoutes } from './jobs/routes.ts'
import { mailTemplateRoutes } from './mail-templates/routes.ts'
import { paymentSettingsRoutes } from './payment-settings/routes.ts'
import type { UpdatePhase } from './plans/begin-grace.ts'
import * as plans from './plans/plans.ts'
import * as revocations from './revocations/revocations.ts'
import * as assignedRoles from './roles/assigned-roles.ts'
import * as roles from './roles/roles.ts'
import { statisticsRoutes } from './statistics/routes.ts'
import * as userBilling from './user-billing/user-billing.ts'
import { type UserDeps, userRoutes } from './users/routes.ts'

interface OperatorAreaDeps extends UserDeps {
  readonly jobs: JobRunner
  readonly limiter: Argon2Limiter
  readonly backups: BackupRunner
  readonly updatePhase: UpdatePhase
}

export const operatorRoutes = (
  ctx: Context,
  { jobs, limiter, backups, updatePhase, ...deps }: OperatorAreaDeps,
): Route[] => [
  // One line for each noun.
  ...statisticsRoutes(ctx),
  ...routesOf(
    ctx,
    roles,
    assignedRoles,
    instanceSettings,
    announcement,
    apiKeys,
    compliance,
    userBilling,
    revocations,
  ),
  ...jobRoutes(ctx, jobs),
  ...userRoutes(ctx, deps),
  ...mailTemplateRoutes(ctx),
  ...routesOf({ ctx, updatePhase }, plans),
  ...paymentSettingsRoutes(ctx),
  ...auditRoutes(ctx, jobs),
  ...instanceHealthRoutes(ctx, limiter),
  ...backupRoutes(ctx, backups),
]
