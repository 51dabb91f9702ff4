import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { integrationExamples } from './integration-examples.ts'

const server = 'https://vault.example.com'

test.each(['production', 'qa & load', `it's "$HOME"`, '`id`', 'a/b?c#d', 'ü (100%)!', '{{ secrets.X }}'])(
  'the environment %j keeps its name in a shell and in JavaScript',
  (environment) => {
    for (const { id, code } of integrationExamples({ server, projectId: 7, environment })) {
      const quoted = /"https[^"]*"|'https[^']*'/.exec(code)?.[0] ?? ''
      const { stdout } = spawnSync('sh', ['-c', `printf %s ${quoted}`], { encoding: 'utf8' })
      expect([id, stdout]).toEqual([id, quoted.slice(1, -1)])
      const { pathname, searchParams } = new URL(stdout)
      expect(pathname.split('/').map(decodeURIComponent).at(-1)).toBe(environment)
      expect(searchParams.get('format')).toMatch(/^(dotenv|json)$/)
    }
  },
)
