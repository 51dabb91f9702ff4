import { runProgram, sayProgram } from '../world/run-program.ts'

type Settings = Readonly<Record<string, string>>

export const verifyAudit = (settings: Settings) =>
  sayProgram('audit verify', settings, [], { timeoutMs: 30_000 })

/** A second server on data that another one serves; it must end by itself. */
export const startSecondServer = (settings: Settings) =>
  sayProgram('serve', settings, [], { timeoutMs: 30_000 })

/** Starts a server and kills it during the start, or soon after. */
export async function killDuringStart(settings: Settings, timeoutMs: number): Promise<void> {
  await runProgram('serve', settings, [], { timeoutMs })
}
