import { expect, test } from 'vitest'
import { z } from 'zod'
import * as field from './fields.ts'
import { limits } from './limits.ts'
import * as variableFields from './variables/variable-fields.ts'

const said = (schema: z.ZodType, value: Record<string, unknown>) =>
  z
    .object({ it: schema })
    .safeParse(value)
    .error?.issues.map(({ message }) => message) ?? []

test.each([
  [field.masterPassword, 'Master password is required'],
  [field.givenMasterPassword, 'Master password is required'],
  [field.projectName, 'Project name is required'],
  [field.environmentName, 'Environment name is required'],
  [field.variableKey, 'Variable key is required'],
  [variableFields.requiredVariableValue, 'Variable value is required'],
])('a missing text gets the same message as an empty one: %#', (schema, message) => {
  expect(said(schema, {})).toEqual([message])
  expect(said(schema, { it: '' })[0]).toBe(message)
  expect(said(schema, { it: 7 })).not.toContain(message)
})

test.each([
  ['x'.repeat(limits.valueBytes), []],
  ['x'.repeat(limits.valueBytes + 1), ['A value can be at most 64 KiB']],
  ['ä'.repeat(limits.valueBytes / 2 + 1), ['A value can be at most 64 KiB']],
])('a value is measured in bytes, and reported once: %#', (value, messages) => {
  expect(said(variableFields.requiredVariableValue, { it: value })).toEqual(messages)
})

test.each([
  ['1234567', ['Password must be at least 8 characters']],
  ['🦊🦊🦊🦊', ['Password must be at least 8 characters']],
  ['🦊'.repeat(8), []],
  [' paste me ', []],
  ['🦊'.repeat(limits.passwordLength), []],
  ['🦊'.repeat(limits.passwordLength + 1), ['Must be at most 256 characters']],
  ['x'.repeat(1_000_000), ['Must be at most 256 characters']],
])('a password is counted in characters, and any character is allowed: %#', (value, messages) => {
  expect(said(field.password, { it: value })).toEqual(messages)
  if (messages[0]?.startsWith('Password')) return
  expect(said(field.givenPassword, { it: value })).toEqual(messages)
})
