import { expect, test } from 'vitest'
import { everyEndpoint } from '../every-endpoint.ts'
import { operatorCalls } from './operator-calls.ts'

const ofOperators = everyEndpoint.filter(({ audience }) => audience === 'operator')

test('every call of the operator area requires what the table says', () => {
  for (const { name, operatorPermission, stepUp } of ofOperators)
    expect({ name, permission: operatorPermission, stepUp }).toEqual({
      name,
      stepUp: undefined,
      ...(operatorCalls as Record<string, object>)[name],
    })
})

test('every call of the table exists, below /admin', () => {
  const missing = Object.keys(operatorCalls).filter((call) => !ofOperators.some(({ name }) => name === call))
  expect(missing).toEqual([])
  expect(ofOperators.filter(({ path }) => !path.startsWith('/admin/'))).toEqual([])
})
