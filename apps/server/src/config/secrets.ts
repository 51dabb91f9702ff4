import { inspect } from 'node:util'

const masked = '[secret]'

/** A text that no log, error or dump can show: it prints as `[secret]`, and only `reveal` returns it. */
export class Secret {
  readonly #text: string

  constructor(text: string) {
    this.#text = text
  }

  reveal(): string {
    return this.#text
  }

  toString(): string {
    return masked
  }

  toJSON(): string {
    return masked
  }

  [inspect.custom](): string {
    return masked
  }
}

/** A setting that may be absent. */
export const secret = (text: string | undefined): Secret | undefined =>
  text === undefined ? undefined : new Secret(text)
