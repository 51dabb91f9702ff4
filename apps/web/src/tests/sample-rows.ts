import { finishSteps } from '@envhold/formats/steps.ts'
import { toVariables } from '@envhold/formats/variables.ts'
import { type Column, compareKeys, type KeyRow } from '../features/workbench/comparison/key-rows.ts'

/** An environment beside others; `production` is protected. */
export const sampleColumn = (
  name: string,
  variables: Record<string, string> | undefined,
  edits: Record<string, string | null> = {},
): Column => ({
  id: name.length,
  name,
  isProtected: name === 'production',
  variables: variables && toVariables(variables),
  edits: new Map(Object.entries(edits).map(([key, value]) => [key, value === null ? null : { value }])),
})

/** The rows of environments on March 10, 2026. */
export const sampleRows = (
  columns: readonly Column[],
  added: Iterable<string>,
  before: readonly KeyRow[] = [],
): KeyRow[] => finishSteps(compareKeys(columns, added, { before, today: '2026-03-10' }))
