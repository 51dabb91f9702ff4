import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { describedCommands } from './cli-commands.ts'

const documented = new URL('../../apps/web/manual/commands.json', import.meta.url)

it('the manual describes every command as the command line’s help does; otherwise run dev/manual/write-cli-commands.ts', async () => {
  expect(JSON.parse(await readFile(documented, 'utf8'))).toEqual(await describedCommands())
})
