import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import {
  type ComparisonKind,
  comparisonKinds,
  comparisonText,
  type ReadEnvironment,
  summarizeComparison,
  weightiestSummary,
} from './comparison.ts'
import { runInSlices } from './run-in-slices.ts'
import { comparisonSteps } from './use-other-environments.ts'

let nextId = 1
const environment = (
  name: string,
  variables: Record<string, string>,
  isProtected = false,
): ReadEnvironment => ({
  id: nextId++,
  name,
  protected: isProtected,
  variables: new Map(Object.entries(variables).map(([key, value]) => [key, { value }])),
})

const secret = '9f86d081884c7d659a2feaa0c55ad015'
const production = (variables: Record<string, string>) => environment('production', variables, true)
const textOf = (key: string, here: ReadEnvironment, others: ReadEnvironment[], isComplete = true) => {
  const sign = summarizeComparison(key, here, others, isComplete)
  return sign && comparisonText(sign)
}

describe('the first that holds', () => {
  const here = production({ API_TOKEN: secret, LOG_LEVEL: 'information' })
  const same = { API_TOKEN: secret, LOG_LEVEL: 'information' }

  test('the same secret, if one side is protected', () => {
    expect(textOf('API_TOKEN', here, [environment('staging', same), environment('qa', { A: '1' })])).toBe(
      'Same secret in staging',
    )
    const staging = environment('staging', same)
    expect(textOf('API_TOKEN', staging, [here])).toBe('Same secret in production')
    expect(textOf('API_TOKEN', staging, [environment('qa', same)])).toBe('Same in qa')
    expect(textOf('LOG_LEVEL', here, [staging])).toBe('Same in staging')
  })

  test('missing, different, same, and only here', () => {
    const other = { API_TOKEN: 'another-token', LOG_LEVEL: 'information' }
    const [a, b, c] = [
      environment('a', other),
      environment('b', { LOG_LEVEL: 'debug' }),
      environment('c', other),
    ]
    expect(textOf('API_TOKEN', here, [a, b, c])).toBe('Missing in b')
    expect(textOf('API_TOKEN', here, [a, c])).toBe('Differs in 2')
    expect(textOf('LOG_LEVEL', here, [a, b, c])).toBe('Differs in b')
    expect(textOf('LOG_LEVEL', here, [a, c])).toBe('Same in 2')
    expect(textOf('API_TOKEN', here, [b])).toBe('Only here')
    expect(summarizeComparison('API_TOKEN', here, [a, b], true)?.isMissing).toBe(true)
    expect(summarizeComparison('API_TOKEN', here, [b], true)?.isMissing).toBe(false)
  })

  test('a weightier sign hides no missing key from the filter', () => {
    const sign = summarizeComparison(
      'API_TOKEN',
      here,
      [environment('a', same), environment('b', { X: '1' })],
      true,
    )
    expect(sign).toMatchObject({ kind: 'same-secret', isMissing: true })
  })

  test('empty environments do not count', () => {
    expect(textOf('API_TOKEN', here, [environment('load-test', {})])).toBeUndefined()
    expect(textOf('LOG_LEVEL', here, [environment('load-test', {}), environment('a', same)])).toBe(
      'Same in a',
    )
  })

  test('previews may lack a key or differ, but not hold the same secret', () => {
    const preview = (variables: Record<string, string>) => environment('preview-checkout', variables)
    const staging = environment('staging', { LOG_LEVEL: 'information', API_TOKEN: 'another-token' })
    expect(textOf('LOG_LEVEL', here, [staging, preview({ X: '1' })])).toBe('Same in staging')
    expect(textOf('LOG_LEVEL', here, [staging, preview({ LOG_LEVEL: 'debug' })])).toBe('Same in staging')
    expect(textOf('LOG_LEVEL', here, [preview({ LOG_LEVEL: 'debug' })])).toBeUndefined()
    expect(textOf('API_TOKEN', here, [staging, preview(same)])).toBe('Same secret in preview-checkout')
  })

  test('with an environment that could not be read, nothing is said to be only here', () => {
    const other = environment('b', { LOG_LEVEL: 'debug' })
    expect(textOf('API_TOKEN', here, [other], false)).toBeUndefined()
    expect(textOf('LOG_LEVEL', here, [other], false)).toBe('Differs in b')
  })
})

test('of several signs the weightiest stands for all', () => {
  const sign = (kind: ComparisonKind, ...environments: string[]) => ({
    kind,
    environments,
    isMissing: false,
    isDifferent: false,
  })
  expect(weightiestSummary([])).toBeUndefined()
  expect(weightiestSummary([undefined, sign('alone')])).toEqual(sign('alone'))
  expect(
    weightiestSummary([sign('same', 'a', 'b'), sign('different', 'a'), sign('different', 'a', 'b')]),
  ).toEqual(sign('different', 'a', 'b'))
  expect(weightiestSummary([sign('missing', 'a', 'b'), sign('same-secret', 'c')])).toEqual(
    sign('same-secret', 'c'),
  )
})

const value = fc.constantFrom('1', '2', 'true', secret)
const variables = fc.dictionary(fc.constantFrom('API_TOKEN', 'PORT', 'DEBUG'), value)
const others = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'preview-1'), variables, fc.boolean()), {
  maxLength: 6,
})

test('amber needs a protected side; what is not compared is never named', () => {
  fc.assert(
    fc.property(variables, fc.boolean(), others, (mine, isProtected, theirs) => {
      const here = environment('here', mine, isProtected)
      const read = theirs.map(([name, its, guarded]) => environment(name, its, guarded))
      for (const key of here.variables.keys()) {
        const sign = summarizeComparison(key, here, read, true)
        if (!sign) continue
        expect(comparisonKinds).toContain(sign.kind)
        if (sign.kind === 'same-secret') {
          expect(key).toBe('API_TOKEN')
          expect(here.protected || read.some((other) => other.protected)).toBe(true)
        }
        for (const name of sign.environments)
          expect(read.some((other) => other.name === name && other.variables.size > 0)).toBe(true)
        if (sign.kind === 'missing' || sign.kind === 'different')
          expect(sign.environments).not.toContain('preview-1')
      }
    }),
  )
})

describe('worked out in slices', () => {
  const many = Object.fromEntries(Array.from({ length: 110 }, (_, index) => [`KEY_${index}`, 'value']))

  const steps = () => comparisonSteps(environment('here', many), [environment('other', many)], true)

  test('pauses whenever a slice is over, and says the same', () => {
    const work = steps()
    let pauses = 0
    let step = work.next()
    for (; !step.done; step = work.next()) pauses += 1
    expect(step.value.size).toBe(110)
    expect(pauses).toBeGreaterThan(10)
  })

  test('a cancelled one says nothing', () => {
    vi.useFakeTimers()
    const now = vi.spyOn(performance, 'now')
    let time = 0
    now.mockImplementation(() => {
      time += 1
      return time
    })
    const [finished, cancelled] = [vi.fn(), vi.fn()]
    runInSlices(steps(), finished)
    const cancel = runInSlices(steps(), cancelled)
    cancel()
    vi.runAllTimers()
    now.mockRestore()
    vi.useRealTimers()
    expect(finished).toHaveBeenCalledExactlyOnceWith(expect.any(Map), false)
    expect(cancelled).not.toHaveBeenCalled()
  })
})
