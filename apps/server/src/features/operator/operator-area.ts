/** The operator area. Nothing here can reach the vault: what jobs need of it is passed in by `process-state.ts`. */

import type { Route } from '../../http/route.ts'
import { routesOf } from '../../http/verb.ts'
import type { SessionWorld } from '../sessions/sessions.ts'
import * as deactivation from './api-keys/deactivate-api-key.ts'
import * as apiKeys from './api-keys/every-api-key.ts'
import * as audit from './audit/audit.ts'
import * as auditExport from './audit/export-audit-entries.ts'
import type { BackupWorld } from './backups/backups.ts'
import * as backups from './backups/backups.ts'
import * as billingLists from './billing/billing-lists.ts'
import * as compliance from './compliance/compliance.ts'
import type { HealthWorld } from './instance-health/instance-health.ts'
import * as instanceHealth from './instance-health/instance-health.ts'
import * as announcement from './instance-settings/announcement.ts'
import * as instanceSettings from './instance-settings/instance-settings.ts'
import * as bulkActions from './jobs/bulk-actions.ts'
import type { JobWorld } from './jobs/job-runner.ts'
import * as jobs from './jobs/jobs.ts'
import * as startJobs from './jobs/start-jobs.ts'
import * as mailTemplates from './mail-templates/mail-templates.ts'
import * as paymentSettings from './payment-settings/payment-settings.ts'
import * as plans from './plans/plans.ts'
import * as projects from './projects/every-project.ts'
import * as transfers from './projects/user-transfers.ts'
import * as revocations from './revocations/revocations.ts'
import * as roles from './roles/roles.ts'
import * as statistics from './statistics/statistics.ts'
import * as userBilling from './user-billing/user-billing.ts'
import * as userPlans from './user-billing/user-plans.ts'
import * as userExport from './users/export-users.ts'
import * as ownActs from './users/own-acts.ts'
import * as signInHelp from './users/sign-in-help.ts'
import * as userInvitations from './users/user-invitations.ts'
import * as users from './users/users.ts'

interface OperatorWorld extends SessionWorld, JobWorld, BackupWorld, HealthWorld {}

export const operatorRoutes = (world: OperatorWorld): Route[] =>
  routesOf(
    world,
    statistics,
    roles,
    instanceSettings,
    announcement,
    apiKeys,
    deactivation,
    projects,
    transfers,
    compliance,
    userBilling,
    userPlans,
    billingLists,
    revocations,
    jobs,
    startJobs,
    bulkActions,
    users,
    userInvitations,
    ownActs,
    signInHelp,
    userExport,
    mailTemplates,
    plans,
    paymentSettings,
    audit,
    auditExport,
    instanceHealth,
    backups,
  )
