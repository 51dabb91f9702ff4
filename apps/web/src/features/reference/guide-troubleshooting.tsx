import { Code, Part, SubPart, Text } from './prose.tsx'

export function GuideTroubleshooting() {
  return (
    <Part id="troubleshooting" title="Troubleshooting">
      <SubPart title="‘Invalid master password’, but it is the right one">
        <Text>
          Capitals, keyboard layout and spaces at the ends count. Show what you type with the eye in the
          field. If it was changed on another device, use the new one; if it is lost, choose ‘Use your
          recovery key’.
        </Text>
      </SubPart>
      <SubPart title="401 from a pipeline">
        <Text>
          The key was deleted, has expired, or lost characters on its way into the secret store: a key ends in
          a checksum, and a shortened one is refused at once. Session tokens do not work on <Code>/v1</Code>.
        </Text>
      </SubPart>
      <SubPart title="403 IP_NOT_ALLOWED">
        <Text>
          The key has an allow-list and the request came from elsewhere. Behind a proxy, tell the server which
          proxies to trust with <Code>TRUST_PROXY</Code>.
        </Text>
      </SubPart>
      <SubPart title="404 for something that exists">
        <Text>
          It is not yours, or this key has no access to it. Both get the same answer, so that nobody can find
          out what exists. ‘Project not found’ from a pipeline means that the project was deleted or archived;
          its key works again when the owner restores it.
        </Text>
      </SubPart>
      <SubPart title="412 on a write">
        <Text>
          Somebody wrote a newer version after you read yours. Read it again, compare, and repeat your write.
        </Text>
      </SubPart>
      <SubPart title="429">
        <Text>
          Too many calls, or too many wrong passwords. Each API key has the hourly and the daily limit of the
          owner’s plan; the monthly limit counts all keys of the owner together. Each personal token has 1,000
          calls an hour on every plan. <Code>Retry-After</Code> says how many seconds to wait;{' '}
          <Code>RateLimit-Remaining</Code> on every answer says how much is left.
        </Text>
      </SubPart>
    </Part>
  )
}
