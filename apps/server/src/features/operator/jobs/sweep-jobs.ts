import { jobDays } from '@envhold/contract/operator/jobs.ts'
import type { DbContext } from '../../../context.ts'
import { periodMs } from '../../../jobs/retention-rule.ts'
import type { Sweep } from '../../../jobs/sweeper.ts'
import { deleteJobsBefore } from './job-store.ts'

const period = { days: jobDays }

export const jobSweep = ({ db, clock }: DbContext<'clock'>): Sweep => ({
  name: 'operator-jobs',
  run: () => deleteJobsBefore(db, clock() - periodMs(period)),
  retention: [{ what: 'Jobs of operators, with their results', period, after: 'they end' }],
})
