import { expect, test } from 'vitest'
import { createLog } from './log.ts'
import { textLine } from './text-line.ts'

const clock = /^\d\d:\d\d:\d\d /

test('a line for people has the time of the day, the level, the message and the fields', () => {
  const lines: string[] = []
  const log = createLog('debug', { format: 'text', to: { write: (line) => void lines.push(line) } })
  log.started({ url: 'http://127.0.0.1:4680', engine: 'sqlite', ms: 312 })
  log.filesClosed(['/srv/data/a b', '/srv/data/c'])
  log.fault({ requestId: 'r1', route: '/api/x', error: new Error('no') })
  expect(lines.map((line) => line.replace(clock, ''))).toEqual([
    'INFO  ready url=http://127.0.0.1:4680 engine=sqlite ms=312\n',
    'WARN  other users could read these files; now only their owner can files=["/srv/data/a b","/srv/data/c"]\n',
    expect.stringMatching(/^ERROR request failed requestId=r1 route=\/api\/x .*\n$/),
  ])
  expect(lines.every((line) => clock.test(line))).toBe(true)
})

test('no field or message can steer the terminal or begin a line of its own', () => {
  const steering = 'a\n12:00:00 ERROR b\u001b[2J\u009b\u202e'
  const json = JSON.stringify({
    level: 40,
    time: '2026-01-01T00:00:00.000Z',
    msg: steering,
    folder: steering,
  })
  const line = textLine(json, false)
  expect(line.trimEnd()).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u)
  expect(line.endsWith('\n')).toBe(true)
})

test('at a terminal with colors, the level of what failed is red', () => {
  const json = JSON.stringify({ level: 50, time: '2026-01-01T00:00:00.000Z', msg: 'task failed' })
  expect(textLine(json, true)).toContain('\u001b[31mERROR\u001b[39m')
  expect(textLine(json.replace('50', '30'), true)).not.toContain('\u001b')
})
