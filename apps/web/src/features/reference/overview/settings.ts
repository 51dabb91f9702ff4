import { table, text, topic } from '../manual/block.ts'

export const settings = {
  ...topic(
    'settings',
    'Settings of the server',
    text(
      'Settings are environment variables. If any is invalid, the server does not start and lists all invalid ones. `docs/settings.md` in the repository explains each at length.',
    ),
    table(
      ['Setting', 'Default', 'Meaning'],
      ['`PORT`, `HOST`', '`4680`, `127.0.0.1`', 'Where the server listens'],
      ['`PUBLIC_URL`', '`http://localhost:$PORT`', 'The address that people open'],
      ['`DATA_DIR`', '`./data`', 'One process at a time uses it'],
      [
        '`DATABASE_URL`',
        'SQLite in `DATA_DIR`',
        '`postgres://…`, user and password percent-encoded; version 15 or newer',
      ],
      [
        '`DATABASE_MAX_GB`',
        'none',
        'What PostgreSQL may grow to; almost full, free accounts cannot store more',
      ],
      ['`DATABASE_POOL_SIZE`', '`12`', 'PostgreSQL connections per process'],
      ['`DATABASE_LOCK_TIMEOUT_MS`', '`5000`', 'How long a transaction waits for a lock'],
      [
        '`DATABASE_IDLE_TRANSACTION_TIMEOUT_MS`',
        '`3000`',
        'After this PostgreSQL ends a transaction whose process no longer responds',
      ],
      ['`DATABASE_NAMED_STATEMENTS`', '`on`', '`off` for a PgBouncer without prepared statements'],
      ['`SERVER_SECRET`', 'made once, in `DATA_DIR`', 'Required with PostgreSQL; the same on every node'],
      ['`TRUST_PROXY`', '', 'Proxies whose `X-Forwarded-For` is trusted, as CIDR ranges'],
      ['`MAX_CONNECTIONS`', '`10000`', 'Open connections'],
      ['`MAX_CONNECTIONS_PER_IP`', '`1000`', 'The same for each IP address'],
      ['`BODY_MEMORY_MB`', '`64`', 'Memory for bodies that are being received'],
      ['`DRAIN_SECONDS`', '`0`', 'How long the server goes on after SIGTERM, reporting that it is not ready'],
      ['`SMTP_URL`', 'files in `DATA_DIR/outbox`', '`smtp://user:password@mail.example.com:587`'],
      ['`MAIL_FROM`', '', 'The sender; required with `SMTP_URL`'],
      ['`SUPPORT_EMAIL`', '`support@` the host', 'Where users get help'],
      ['`SUSPENSION_MESSAGE`', '', 'What a suspended user reads below the reason'],
      [
        '`SIGN_UPS`',
        '`open`',
        '`open`, `invited`, `approval` (an operator approves each new account) or `closed`; operators can choose another mode while the server runs',
      ],
      ['`BACKUPS_RETAINED`', '`7`', 'How many backups are stored in `DATA_DIR/backups`'],
      ['`BACKUP_EVERY_HOURS`', 'none', 'How often a backup is made by itself'],
      ['`PAYMENT_PROVIDER_URLS`', '', 'For tests: local stand-ins of payment providers'],
      ['`METRICS_TOKEN`', '', 'Lets Prometheus read `/api/metrics`'],
      [
        '`NODE_EXTRA_CA_CERTS`',
        '',
        'A PEM file with your own certificate authorities, for all servers that this one calls',
      ],
      ['`LOG_LEVEL`', '`info`', '`debug`, `info`, `warn`, `error` or `silent`'],
    ),
  ),
  alias: 'configuration environment variables env config',
}
