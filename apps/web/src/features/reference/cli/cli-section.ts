import type { Section } from '../manual/section.ts'
import { cliCommands } from './commands-topic.ts'
import { completion } from './completion.ts'
import { inAFolder } from './in-a-folder.ts'
import { inScripts } from './in-scripts.ts'
import { install } from './install.ts'
import { onYourMachine } from './on-your-machine.ts'

export const cliSection: Section = {
  id: 'cli',
  title: 'CLI Integration',
  topics: [install, inAFolder, inScripts, cliCommands, completion, onYourMachine],
}
