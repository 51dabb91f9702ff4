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
  expect(nearest.find()).toBe(closest)
})
