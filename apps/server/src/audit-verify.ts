/** Walks the audit chains, beside a running server or not, and names the first invalid entry of each. */
import { openForVerifying } from './verify/open-for-verifying.ts'
import { readHeads } from './verify/read-heads.ts'
import { runTool } from './verify/run-tool.ts'
import { verifyChains } from './verify/verify-chains.ts'

const say = (line: string) => void process.stdout.write(`${line}\n`)

runTool(async () => {
  const noted = readHeads(process.argv.slice(2))
  return (await openForVerifying((opened) => verifyChains(opened, noted, say))) === 0 ? 0 : 1
})
