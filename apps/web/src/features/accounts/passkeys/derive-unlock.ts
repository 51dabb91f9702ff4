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
  return btoa(String.fromCharCode(...new Uint8Array(bits)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}
