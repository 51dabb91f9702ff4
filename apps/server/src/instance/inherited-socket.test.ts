// A server whose socket was opened by another process, as systemd does it: connections wait through a restart.

import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, test } from 'vitest'
import { inheritedEnvironment } from '../../../../dev/world/inherited-environment.ts'
import { serverFile } from '../../../../dev/world/run-program.ts'
import { inheritedSocket } from './inherited-socket.ts'

test('a socket is meant for one process', () => {
  const { pid } = process
  expect(inheritedSocket({})).toBeUndefined()
  expect(inheritedSocket({ LISTEN_FDS: '1', LISTEN_PID: String(pid + 1) })).toBeUndefined()
  expect(inheritedSocket({ LISTEN_FDS: '1', LISTEN_PID: String(pid) })).toEqual({ fd: 3 })
  expect(() => inheritedSocket({ LISTEN_FDS: '2', LISTEN_PID: String(pid) })).toThrow('was given 2')
})

/** Opens a socket, which it never accepts from, and starts the program of its arguments with it for each line it gets. */
const manager = `
  use IO::Socket::INET; use POSIX ();
  BEGIN { $^F = 100 } $| = 1;
  my $socket = IO::Socket::INET->new(Listen => 64, LocalAddr => '127.0.0.1', LocalPort => 0) or die $!;
  print $socket->sockport, "\\n";
  while (<STDIN>) {
    my $pid = fork;
    if ($pid == 0) {
      POSIX::dup2(fileno $socket, 3);
      ($ENV{LISTEN_FDS}, $ENV{LISTEN_PID}) = (1, $$);
      open STDIN, '<', '/dev/null'; open STDOUT, '>', '/dev/null';
      exec @ARGV;
    }
    print "$pid\\n";
    waitpid $pid, 0;
    print $? >> 8, "\\n";
  }`

test('calls that come while the server restarts are answered after it', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'envhold-socket-'))
  const child = spawn('perl', ['-e', manager, process.execPath, serverFile, 'serve'], {
    env: { ...inheritedEnvironment, DATA_DIR: dataDir, LOG_LEVEL: 'silent' },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  const next = async () => Number((await lines.next()).value)
  try {
    const url = `http://127.0.0.1:${await next()}/api/health/live`
    for (let round = 0; round < 2; round++) {
      // Nobody accepts yet: the calls wait in the queue of the socket.
      const calls = Array.from({ length: 20 }, () => fetch(url, { headers: { connection: 'close' } }))
      child.stdin.write('start\n')
      const pid = await next()
      const statuses = (await Promise.all(calls)).map(({ status }) => status)
      expect(statuses).toEqual(Array.from({ length: 20 }, () => 200))
      process.kill(pid, 'SIGTERM')
      expect(await next()).toBe(0)
    }
  } finally {
    child.stdin.end()
    await rm(dataDir, { recursive: true, force: true })
  }
})
