import type { Variable, Variables } from '@envhold/formats/variables.ts'
import { type SetupDraft, type SetupEnvironment, targetOf } from './setup-draft.ts'

/** The variables that an environment gets: the pasted ones, and names without values. */
export function variablesOf(draft: SetupDraft, environment: SetupEnvironment, pasted: Variables): Variables {
  const isTarget = environment.key === targetOf(draft)?.key
  const names = [...environment.names, ...(draft.repeatsNames && !isTarget ? pasted.keys() : [])]
  const empty = new Map<string, Variable>(names.map((name) => [name, { value: '' }]))
  return new Map([...empty, ...(isTarget ? pasted : [])])
}

/** How many variables are saved with values, and how many without. */
export function countVariables(draft: SetupDraft, pasted: Variables) {
  const open = draft.environments.filter(({ isSaved }) => !isSaved)
  const isOpen = open.some(({ key }) => key === targetOf(draft)?.key)
  const values = isOpen ? pasted.size : 0
  const all = open.reduce((sum, each) => sum + variablesOf(draft, each, pasted).size, 0)
  return { values, empties: all - values }
}
