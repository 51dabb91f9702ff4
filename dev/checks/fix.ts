import { root } from '../setup/root.mjs'
import { writeRetentionPage } from './retention.ts'
import { runCheck } from './run-check.ts'

// Formats, sorts imports, applies the safe fixes and writes docs/retention.md; what it cannot fix it shows.
const biome = 'node_modules/@biomejs/biome/bin/biome'
writeRetentionPage(root)
const { ok, output } = await runCheck({ name: 'fix', what: '', command: [biome, 'check', '--write'] })
console.log(output.trim())
process.exit(ok ? 0 : 1)
