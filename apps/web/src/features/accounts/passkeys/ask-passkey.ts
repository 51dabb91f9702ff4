/** Asks the browser for passkeys. Loads with the first one that is asked for. */
import type {
  AssertionResponse,
  PasskeyRequestOptions,
  RegistrationResponse,
  startPasskeyRegistration,
} from '@envhold/contract/accounts/passkeys.ts'
import type { OutputOf } from '@envhold/contract/endpoint.ts'
import type { startPasskeyUnlock } from '@envhold/contract/keyring/keyring.ts'
import {
  base64URLStringToBuffer,
  browserSupportsWebAuthnAutofill,
  bufferToBase64URLString,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
} from '@simplewebauthn/browser'

type CreationOptions = OutputOf<typeof startPasskeyRegistration>['options']
type Salts = OutputOf<typeof startPasskeyUnlock>['salts']
type JsonOptions = Parameters<typeof startAuthentication>[0]['optionsJSON']

/** Creates a passkey, and asks whether its authenticator can open a vault. */
export async function createPasskey(options: CreationOptions): Promise<RegistrationResponse> {
  const optionsJSON = { ...options, extensions: { prf: {}, credProps: true } } as Parameters<
    typeof startRegistration
  >[0]['optionsJSON']
  const { id, rawId, response, clientExtensionResults } = await startRegistration({ optionsJSON })
  const { clientDataJSON, attestationObject, transports } = response
  const { prf } = clientExtensionResults as { readonly prf?: { readonly enabled?: boolean } }
  return {
    id,
    rawId,
    type: 'public-key',
    response: { clientDataJSON, attestationObject, ...(transports && { transports }) },
    clientExtensionResults: prf ? { prf: { enabled: prf.enabled === true } } : {},
  }
}

/** Asks for one of the passkeys. With `autofill`, the browser offers them in the form, and waits. */
export async function askPasskey(options: PasskeyRequestOptions, autofill = false) {
  const optionsJSON = options as JsonOptions
  return answerOf(await startAuthentication({ optionsJSON, useBrowserAutofill: autofill }))
}

/**
 * Asks for one of the passkeys, and derives what opens the vault.
 * @returns no secret if the authenticator cannot compute one
 */
export async function askPasskeyForVault(options: PasskeyRequestOptions, salts: Salts) {
  // The library passes extensions on as they are, so the salts have to be bytes.
  const evalByCredential = Object.fromEntries(
    salts.map(({ id, salt }) => [id, { first: base64URLStringToBuffer(salt) }]),
  )
  const optionsJSON = { ...options, extensions: { prf: { evalByCredential } } } as unknown as JsonOptions
  const answer = await startAuthentication({ optionsJSON })
  // The results hold what must not leave the browser: `answerOf` drops them.
  const { prf } = answer.clientExtensionResults as {
    readonly prf?: { readonly results?: { readonly first?: ArrayBuffer } }
  }
  const first = prf?.results?.first
  const unlock = first ? await deriveUnlock(first, base64URLStringToBuffer(answer.id)) : null
  return { response: answerOf(answer), unlock }
}

/** What the server verifies, without the results of extensions. */
function answerOf({
  id,
  rawId,
  response,
}: Awaited<ReturnType<typeof startAuthentication>>): AssertionResponse {
  const { clientDataJSON, authenticatorData, signature, userHandle } = response
  return {
    id,
    rawId,
    type: 'public-key',
    response: { clientDataJSON, authenticatorData, signature, ...(userHandle && { userHandle }) },
  }
}

export const offersAutofill = (): Promise<boolean> => browserSupportsWebAuthnAutofill()

/** Ends the request that waits, if there is one. */
export const stopAsking = (): void => WebAuthnAbortService.cancelCeremony()

const label = 'eh1/passkey-unlock'

/**
 * Derives the secret that opens the vault from the output of a passkey's PRF, 32 bytes in base64url (stored-formats.md,
 * 'Passkey'). The output itself is never sent.
 */
export async function deriveUnlock(prf: BufferSource, credentialId: ArrayBuffer): Promise<string> {
  const key = await crypto.subtle.importKey('raw', prf, 'HKDF', false, ['deriveBits'])
  const info = new Uint8Array([...new TextEncoder().encode(label), ...new Uint8Array(credentialId)])
  const params = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info }
  const bits = await crypto.subtle.deriveBits(params, key, 256)
  return bufferToBase64URLString(bits)
}
