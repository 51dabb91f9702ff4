import type { Section } from '../manual/section.ts'
import { exporting } from './export.ts'
import { firstSteps } from './first-steps.ts'
import { history } from './history.ts'
import { masterPassword } from './master-password.ts'
import { plans } from './plans.ts'
import { projects } from './projects.ts'
import { recoveryKey } from './recovery-key.ts'
import { selfHosting } from './self-hosting.ts'
import { settings } from './settings.ts'
import { variables } from './variables.ts'
import { whatItIs } from './what-it-is.ts'

export const overviewSection: Section = {
  id: 'overview',
  title: 'Overview',
  topics: [
    whatItIs,
    firstSteps,
    masterPassword,
    recoveryKey,
    projects,
    variables,
    history,
    plans,
    exporting,
    selfHosting,
    settings,
  ],
}
