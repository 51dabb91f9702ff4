/**
 * Verifies everything in the database that has a MAC or belongs together, beside a running server, and names what is
 * broken.
 */
import { openForVerifying } from './verify/open-for-verifying.ts'
import { readHeads } from './verify/read-heads.ts'
import { runTool } from './verify/run-tool.ts'
import { verifyEverything } from './verify/verify-everything.ts'

const say = (line: string) => void process.stdout.write(`${line}\n`)

runTool(async () => {
  const noted = readHeads(process.argv.slice(2))
  return (await openForVerifying((opened) => verifyEverything(opened, noted, say))) === 0 ? 0 : 1
})
