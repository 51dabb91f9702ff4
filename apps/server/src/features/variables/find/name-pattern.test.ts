import { finishSteps } from '@envhold/formats/steps.ts'
import { expect, test } from 'vitest'
import { NearestName, rankByPattern } from './name-pattern.ts'

test.each([
  ['SENDGRID_API_KEY', 'sendgrid_api_key', 0],
  ['SENDGRID*', 'SENDGRID_API_KEY', 1],
  ['*grid*', 'SENDGRID_API_KEY', 2],
  ['*_KEY', 'SENDGRID_API_KEY', 2],
  ['*a*a*a*', 'BANANA', 2],
  ['S?ND*', 'SEND', 2],
  ['*', 'ANY', 1],
  ['SENDGRID', 'SENDGRID_API_KEY', undefined],
  ['*_KEY', 'KEYS', undefined],
  ['S?ND', 'SND', undefined],
  ['*a*a*a*a*', 'BANANA', undefined],
  ['', 'A', undefined],
])('%s in %s: %s', (pattern, name, rank) => {
  expect(rankByPattern(pattern)(name)).toBe(rank)
})

test('the longest pattern and name take no more than a moment', () => {
  const rank = rankByPattern(`${'*A'.repeat(120)}B`)
  const begun = performance.now()
  for (let n = 0; n < 200; n++) rank('A'.repeat(255))
  expect(performance.now() - begun).toBeLessThan(1_000)
})

test.each([
  ['*SENDGIRD*', 'SENDGRID'],
  ['SENDGRID_APIKEY', 'SENDGRID_API_KEY'],
  ['STRIP', 'STRIPE'],
  ['*NOWHERE*', null],
  ['*', null],
])('the closest to %s is %s', (pattern, closest) => {
  const nearest = new NearestName(pattern)
  for (const name of ['STRIPE_KEY', 'SENDGRID_API_KEY', 'SENDGRID_FROM', 'A']) nearest.add(name)
  expect(finishSteps(nearest.find())).toBe(closest)
})

test('the closest of many long names is found in steps, each of which compares a few', () => {
  const nearest = new NearestName(`${'A'.repeat(240)}BCDEFGHI`)
  for (let n = 1_000; n < 3_000; n++) nearest.add(`${'A'.repeat(244)}${n}`)
  const begun = performance.now()
  let pauses = 0
  for (const steps = nearest.find(); !steps.next().done; ) pauses++
  expect(pauses).toBeGreaterThan(30)
  expect(performance.now() - begun).toBeLessThan(5_000)
})
