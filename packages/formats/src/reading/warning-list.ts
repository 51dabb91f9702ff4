import type { FormatProblem } from '../format-error.ts'

/** More than the file of a full environment causes; a text of 1 MiB can cause 400,000. */
const maxWarnings = 5_000

/** Warnings about names. Once there are 5,000, only the first one about each name is added. */
export class WarningList {
  readonly #warnings: FormatProblem[] = []
  readonly #names = new Set<string>()
  #end: FormatProblem | undefined

  /** Whether a warning about this name, on this line, would be added. */
  hasRoom(line: number, key: string): boolean {
    if (this.#warnings.length < maxWarnings || !this.#names.has(key)) return true
    this.#end ??= { line, kind: 'more', problem: fewerBelow }
    return false
  }

  add(warning: FormatProblem & { key: string }): void {
    if (!this.hasRoom(warning.line, warning.key)) return
    this.#names.add(warning.key)
    this.#warnings.push(warning)
  }

  /** All that were added. If there were more, the last one says so. */
  get all(): FormatProblem[] {
    return this.#end === undefined ? this.#warnings : [...this.#warnings, this.#end]
  }
}

const fewerBelow = 'there are thousands of warnings: from here on, only the first about each name is listed'
