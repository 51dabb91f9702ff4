import type { Client } from '@envhold/client/client.ts'
import type { ProjectFile } from '../config/project-file.ts'
import type { Token } from '../config/token.ts'

/** A token, and where it comes from. */
export interface FoundToken {
  readonly token: Token
  readonly tokenFrom: 'ENVHOLD_TOKEN' | 'keychain' | 'file'
}

export interface Connection extends FoundToken {
  readonly server: string
  readonly client: Client
  readonly send: typeof fetch
  readonly file: ProjectFile | null
  /** ENVHOLD_PROJECT and ENVHOLD_ENV. */
  readonly named: { readonly project: string | null; readonly environment: string | null }
}
