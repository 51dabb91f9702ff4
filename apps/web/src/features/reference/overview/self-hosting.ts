import { list, part, shellElsewhere, table, text, topic } from '../manual/block.ts'

export const selfHosting = {
  ...topic(
    'self-hosting',
    'Run your own instance',
    text(
      'Envhold is one process and one SQLite file, or any number of processes on PostgreSQL. In a clone of the repository, with Node 20 or newer:',
    ),
    shellElsewhere('a clone of the repository', 'npm start'),
    text(
      'This installs, builds, migrates and prints `Envhold is ready at http://localhost:4680`. The first account that registers becomes the operator; the operator’s area is at `/admin`, and opens once that account has a passkey or an authenticator app. Until there is one, `npm start` at a terminal opens the sign-up form in your browser, unless you add `-- --no-open` or set `BROWSER=none`.',
    ),
    part('tls', 'Address, proxy and TLS'),
    list(
      'Set `PUBLIC_URL` to the address that people open, and put a proxy with TLS in front. All links lead there; without it, they lead to localhost, and the start, Health and the dialog of an invitation warn of it.',
      'Opened over http from another machine, the web app works, but browsers then offer neither passkeys nor sign-in by an identity provider, and copy in an older way that some of them refuse.',
      'Name the proxy in `TRUST_PROXY`, or all people share the limits of its IP address.',
      'A call may wait 30 seconds for its turn, so let the proxy wait 60.',
    ),
    part('mail', 'Mail'),
    text(
      'Set `SMTP_URL` and `MAIL_FROM`. Without them each mail is a file in `DATA_DIR/outbox`, without the secret part of its links; addresses cannot be verified, and inviters pass links on themselves. **Send Test** on the page Email Templates of the operator area says how far a mail comes. A certificate of your own authority is trusted once `NODE_EXTRA_CA_CERTS` names it.',
    ),
    part('postgresql', 'PostgreSQL and several nodes'),
    text(
      'Set `DATABASE_URL` to PostgreSQL 15 or newer, and the same `SERVER_SECRET` on every node. Nodes share nothing but the database. `npm run move` copies an SQLite instance there.',
    ),
    part('backup', 'Back up'),
    text(
      'Back up the database with `npm run backup` or on the page Backups of the operator area, and store the server secret apart. One without the other opens nothing. The outbox need not be backed up.',
    ),
    part('upgrade', 'Upgrade'),
    text(
      'Back up, stop, install the new version, start, and run `npm run verify`. The first start migrates the database; the only way back is the backup.',
    ),
    part('runbooks', 'More in the repository'),
    table(
      ['To', 'Read'],
      ['back up and restore', '`docs/runbooks/back-up-and-restore.md`'],
      ['upgrade', '`docs/runbooks/upgrade.md`'],
      [
        'run several nodes behind a load balancer',
        '`docs/runbooks/several-nodes.md`, `failover.md`, `pgbouncer.md`',
      ],
      ['move to PostgreSQL', '`docs/runbooks/move-to-postgresql.md`'],
      ['verify the database and the log', '`docs/runbooks/verify.md`'],
      ['take payments', '`docs/payments.md`'],
      [
        'suspend accounts, confirm large downgrades',
        '`docs/runbooks/suspend-an-account.md`, `release-the-brake.md`',
      ],
    ),
  ),
  alias:
    'selfhost install deploy docker server operator smtp proxy nginx backup restore postgres sqlite nodes',
}
