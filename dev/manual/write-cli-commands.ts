// Writes what the manual says about commands from the command line's own help. A test fails when it is out of date.

import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { describedCommands } from './cli-commands.ts'

const target = fileURLToPath(new URL('../../apps/web/manual/commands.json', import.meta.url))
await writeFile(target, `${JSON.stringify(await describedCommands(), null, 2)}\n`)
