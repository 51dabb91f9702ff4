import type { Section } from '../manual/section.ts'
import { commandLine } from './command-line.ts'
import { pipelineErrors } from './pipelines.ts'
import { suspended } from './suspended.ts'
import { unlocking } from './unlocking.ts'
import { writing } from './writing.ts'

export const troubleshootingSection: Section = {
  id: 'troubleshooting',
  title: 'Troubleshooting',
  topics: [unlocking, pipelineErrors, writing, commandLine, suspended],
}
