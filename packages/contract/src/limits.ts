/** What the API accepts at most. Bytes are of UTF-8. */
export const limits = {
  bodyBytes: 2 * 1024 * 1024,
  /** Without a valid credential, as in signing in. */
  anonymousBodyBytes: 64 * 1024,
  /** As sent, where a provider signs the bytes. */
  webhookBodyBytes: 256 * 1024,
  headerBytes: 16 * 1024,
  valueBytes: 64 * 1024,
  environmentBytes: 1024 * 1024,
  environmentVariables: 2_000,
  projectEnvironments: 200,
  nameLength: 100,
  environmentNameLength: 50,
  descriptionLength: 1_000,
  variableKeyLength: 255,
  emailLength: 254,
  passwordLength: 256,
  masterPasswordLength: 1_024,
  historyBytes: 64 * 1024 * 1024,
  historyKeptVersions: 20,
  allowedIps: 100,
  /** Of each personal token, on every plan. */
  personalTokenCallsPerHour: 1_000,
} as const

/** How long the API waits for itself, and the client for the API. */
export const clientTimeoutMs = 10_000
