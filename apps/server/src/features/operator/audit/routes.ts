/** The audit logs of the whole instance. */
import * as contract from '@envhold/contract/operator/audit.ts'
import type { Context } from '../../../context.ts'
import { type Route, route } from '../../../http/route.ts'
import type { JobRunner } from '../jobs/job-runner.ts'
import { exportAuditEntries } from './export-audit-entries.ts'
import { listAuditEntries } from './list-audit-entries.ts'
import { readAuditStatus } from './read-audit-status.ts'
import { verifyAudit } from './verify-audit.ts'

export const auditRoutes = (ctx: Context, jobs: JobRunner): Route[] => [
  route(contract.listAuditEntries, async (call) => ({ json: await listAuditEntries(ctx, call) })),
  route(contract.exportAuditEntries, (call) => exportAuditEntries(ctx, call)),
  route(contract.verifyAudit, async (call) => ({ json: await verifyAudit(ctx, jobs, call) })),
  route(contract.readAuditStatus, async () => ({ json: await readAuditStatus(ctx) })),
]
