import { Code, List, Part, SubPart, Text } from './prose.tsx'

export function GuideSecurity() {
  return (
    <Part id="security" title="Security">
      <SubPart title="The promise">
        <Text>
          A stolen database together with the server’s own secret reveals no value, short of guessing a master
          password at the speed of Argon2id; with the database alone not even that is possible. Only the
          people, tokens and API keys with a grant can use an environment’s key, and a removed collaborator
          cannot read anything written afterwards.
        </Text>
      </SubPart>
      <SubPart title="What is not promised">
        <List>
          <li>
            <strong>A compromised server sees what passes through it.</strong> Values are handled in the clear
            by the running server while somebody uses them. This is not zero-knowledge, and we do not call it
            that.
          </li>
          <li>
            <strong>Names are visible.</strong> The names of projects, environments and variables, counts and
            times are stored in the clear, for lists, history and the audit log.
          </li>
          <li>
            <strong>Revoking does not undo a read.</strong> Revoking ends access from the next call on; a
            value that leaked must be replaced where it came from.
          </li>
          <li>
            <strong>Nobody can reset a master password.</strong> The recovery key replaces a forgotten one.
            Without both, the values are gone.
          </li>
        </List>
      </SubPart>
      <SubPart title="How it is built">
        <List>
          <li>
            Your master password goes through Argon2id (64 MiB, three passes) and opens your private key. The
            server’s secret wraps the result once more.
          </li>
          <li>
            Each environment has a random key, sealed to every person, token and API key that may open it,
            with HPKE on X-Wing: ML-KEM-768 and X25519 together.
          </li>
          <li>
            Each version is encrypted as a whole with key-committing AES-256-GCM, with a separate key per
            message, and padded to hide its exact size.
          </li>
          <li>
            API keys and personal tokens carry key pairs of their own. Only a hash is stored; a key opens
            exactly the environments it was given.
          </li>
          <li>
            Every read of a secret is recorded before it is answered, in a chain of HMACs that reveals changes
            to the log.
          </li>
        </List>
      </SubPart>
      <SubPart title="In the browser">
        <Text>
          Your master password stays in the page’s memory: locking, signing out or reloading forgets it.
          Revealed values hide when you leave the window and after 30 seconds. The page runs under a
          Content-Security-Policy with Trusted Types and loads nothing from elsewhere. Ten wrong master
          passwords within 15 minutes lock unlocking for 15 minutes; signing in still works. Send it to the
          API percent-encoded, in <Code>x-master-password</Code>.
        </Text>
      </SubPart>
    </Part>
  )
}
