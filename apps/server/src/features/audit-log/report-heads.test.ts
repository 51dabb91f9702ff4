import { expect, test } from 'vitest'
import { headText, parseHead } from './report-heads.ts'

const zeros = (bytes: number) => '00'.repeat(bytes)

test.each([
  `usage/7:1:${zeros(32)}`,
  `activity/project/7:1042:${zeros(32)}`,
  `activity/account/3:9007199254740991:${zeros(32)}`,
  `activity/instance:2:${zeros(32)}`,
  `root:12:${zeros(33)}`,
])('%s is a head', (text) => {
  const head = parseHead(text)
  expect(head && headText(head)).toBe(text)
})

test.each([
  'activity',
  `activity:1:${zeros(33)}`,
  `usage:1:${zeros(33)}`,
  `usage/0:1:${zeros(32)}`,
  `usage/07:1:${zeros(32)}`,
  `usage/7:0:${zeros(32)}`,
  `usage/7:01:${zeros(32)}`,
  `usage/7:1:${zeros(33)}`,
  `usage/7:1:`,
  `activity/project/:1:${zeros(32)}`,
  `activity/instance/1:1:${zeros(32)}`,
  `root:1:${zeros(32)}`,
  `root/1:1:${zeros(33)}`,
  `root:0:${zeros(33)}`,
  `other:1:${zeros(32)}`,
  ` usage/7:1:${zeros(32)}`,
])('%s is not a head', (text) => {
  expect(parseHead(text)).toBeUndefined()
})
