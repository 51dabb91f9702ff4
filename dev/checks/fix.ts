import { runCheck } from './run-check.ts'

// Formats, sorts imports and applies the safe fixes; what it cannot fix it shows.
const biome = 'node_modules/@biomejs/biome/bin/biome'
const { ok, output } = await runCheck({ name: 'fix', what: '', command: [biome, 'check', '--write'] })
console.log(output.trim())
process.exit(ok ? 0 : 1)
